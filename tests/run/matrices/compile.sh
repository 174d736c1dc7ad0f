#!/bin/bash
# Makes the shaders with cooperative matrices (make.py) in the build tree, and compiles them there: with the newest glslang, and those
# with scalars beside them with what takes many at once. Exit status 77 without the newest glslang.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

need_newest_glslang
rm -rf "$matrices"
mkdir -p "$matrices"
python3 "$tests/run/matrices/make.py" "$matrices"
compile() {
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "${1%.comp}.spv"
}
export -f compile
find "$matrices" -name '*-plain.comp' -print0 | compile_glsl vulkan1.3 "$matrices" >"$work/messages"
find "$matrices" -name '*.comp' ! -name '*-plain.comp' -print0 | each bash -c 'compile "$1"' compile >>"$work/messages"
count_failures "$work/messages"
finish "compiled $(find "$matrices" -name '*.spv' | wc -l) shaders"
