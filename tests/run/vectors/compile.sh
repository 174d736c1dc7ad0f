#!/bin/bash
# Compiles the shaders with long vectors into a folder: NAME.spv, and NAME-plain.spv, which has the same numbers in arrays, with
# settings that put the second in the place of the first on a driver. Exit status 77 without the newest glslang.
#
#   compile.sh FOLDER
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$tests/run/vectors
need_newest_glslang
compile() { # SOURCE MODULE [OPTION]
    newest-glslangValidator --quiet -V --target-env vulkan1.3 ${3-} "$1" -o "$2" || fail "$1"
}
for source in "$here"/*.comp; do
    name=$(basename "$source" .comp)
    compile "$source" "$1/$name.spv"
    if [[ $name = *-plain ]]; then continue; fi
    if [ ! -e "$here/$name-plain.comp" ]; then compile "$source" "$1/$name-plain.spv" -DPLAIN; fi
done
for source in "$here"/*.spvasm; do
    newest-spirv-as --target-env spv1.6 "$source" -o "$1/$(basename "$source" .spvasm).spv" || fail "$source"
done
for module in "$1"/*.spv; do
    newest-spirv-val --target-env vulkan1.3 --scalar-block-layout "$module" || fail "$module is not valid"
done
for module in "$1"/*-plain.spv; do
    name=$(basename "$module" -plain.spv)
    echo "$name driver=$name-plain"
done >"$1/settings"
[ "$failures" = 0 ]
