#!/bin/bash
# Machine code of two shaders in the shells beside this file: build.sh SPIRV_MMRA OUTPUT_DIRECTORY
#
# The translation's body is linked to a shell, which calls it; LLVM inlines it, so that whole-quad mode and the end of
# invocations are those of the pixel shader.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
spirv_mmra=$1 output=$2

make_code() { # stage, source, processor
    local name=$output/$1_$3
    glslangValidator -V --target-env vulkan1.3 "$here/$2" -o "$name.spv" >/dev/null
    "$spirv_mmra" --llvm 22 --mcpu="$3" "$name.spv" -o "$name.body.ll"
    llvm-link-22 -S "$here/$1_$3.ll" "$name.body.ll" -o "$name.linked.ll"
    # the body is not called from elsewhere
    opt-22 -S -passes='internalize,default<O2>' -internalize-public-api-list="$1" -mcpu="$3" "$name.linked.ll" -o "$name.ll"
    llc-22 -mcpu="$3" "$name.ll" -o "$name.s"
    llc-22 -mcpu="$3" -filetype=obj "$name.ll" -o "$name.o"
}

mkdir -p "$output"
for processor in gfx1030 gfx1100; do
    make_code pixel shader.frag "$processor"
    make_code vertex shader.vert "$processor"
done
