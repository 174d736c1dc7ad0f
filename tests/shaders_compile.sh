#!/bin/bash
# Compiles tests/shaders and samples into the build tree, for the tests that translate them.
set -euo pipefail
. "$(dirname "$0")/common.sh"

compile() {
    local source=$1 binary
    binary=$shaders/$(basename "${source%.*}").spv
    case "$source" in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$source" -o "$binary" ;;
    *.spvasm) spirv-as --target-env vulkan1.3 "$source" -o "$binary" ;;
    esac && spirv-val --target-env vulkan1.3 --scalar-block-layout "$binary"
}
export -f compile
export shaders

mkdir -p "$shaders"
rm -f "$shaders"/*.spv
find "$tests/shaders" "$root/samples" -name '*.comp' -print0 -o -name '*.spvasm' -print0 |
    each bash -c 'compile "$1"' compile >"$work/messages"
count_failures "$work/messages"
finish "compiled $(find "$shaders" -name '*.spv' | wc -l) modules"
