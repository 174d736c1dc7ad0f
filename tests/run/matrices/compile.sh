#!/bin/bash
# Makes the shaders with cooperative matrices (make.py), and compiles them into a folder with the newest glslang; exit status 77 without it.
#
#   compile.sh FOLDER
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

if ! command -v newest-glslangValidator >/dev/null; then
    echo "NO NEWEST GLSLANG: NOTHING WAS TESTED. tests/project/newest.sh makes it." >&2
    exit 77
fi
python3 "$tests/run/matrices/make.py" "$1"
compile() {
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "${1%.comp}.spv"
}
export -f compile
find "$1" -name '*.comp' -print0 | each bash -c 'compile "$1"' compile >"$work/messages"
count_failures "$work/messages"
[ "$failures" = 0 ]
