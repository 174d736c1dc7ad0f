#!/bin/bash
# Makes the shaders with cooperative matrices (make.py), and compiles them into a folder with the newest glslang; exit status 77 without it.
#
#   compile.sh FOLDER
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

need_newest_glslang
python3 "$tests/run/matrices/make.py" "$1"
compile() {
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "${1%.comp}.spv"
}
export -f compile
find "$1" -name '*.comp' -print0 | each bash -c 'compile "$1"' compile >"$work/messages"
count_failures "$work/messages"
[ "$failures" = 0 ]
