#!/bin/bash
# Profiles 19 and 21: a barrier for shared memory does not wait for stores to buffers in the code of that LLVM, and does
# where the fence has the name of the tag that LLVM 22 knows; the checker knows each name in its own profile alone. With
# buffers, LLVM 19 gets vectors that its llc cannot select by address, and LLVM 21 by buffer.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
found=()
for version in 19 21; do
    if command -v "llc-$version" >/dev/null; then found+=($version); else echo "left out: LLVM $version, which is not installed"; fi
done
cat >"$work/stored.comp" <<'END'
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Out { u8vec4 out_[]; };
layout(binding = 1) buffer Number { uint number[]; };
shared uint sums[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    number[i] = i;
    sums[i] = i;
    barrier();
    out_[i] = u8vec4(sums[63 - i]);
}
END
sed -i 's/^#version 450$/&\n#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require/' "$work/stored.comp"
glslangValidator --quiet -V --target-env vulkan1.3 "$work/stored.comp" -o "$work/stored.spv"

waits() { # VERSION FILE: how many waits for stores stand before the barrier
    "llc-$1" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 "$2" -o - | awk '/s_barrier/ { exit } /s_waitcnt_vscnt/ { found++ } END { print found + 0 }'
}
tag() { # PROFILE: how the translation calls the memory of its fences
    "$spirv_mmra" --llvm "$1" --mcpu=gfx1030 --no-debug-info "$work/stored.spv" -o "$work/$1.ll"
    sed -nE 's/^![0-9]+ = !\{!"(amdgpu-[a-z-]*as)", !"local"\}/\1/p' "$work/$1.ll" | sort -u
}
[ "$(tag 22)" = amdgpu-synchronize-as ] || fail "profile 22 calls it $(tag 22)"
for version in 19 21; do
    [ "$(tag $version)" = amdgpu-as ] || fail "profile $version calls it $(tag $version)"
    "$spirv_mmra" check --llvm $version "$work/$version.ll" >"$work/said" 2>&1 || fail "check refuses it"
    [ ! -s "$work/said" ] || fail "check says $(cat "$work/said")"
    "$spirv_mmra" check --llvm 22 "$work/$version.ll" 2>&1 | grep -c 'prefix-near-miss' >/dev/null || fail "amdgpu-as is known to LLVM 22"
    "$spirv_mmra" check --llvm $version "$work/22.ll" 2>&1 | grep -c 'prefix-near-miss' >/dev/null ||
        fail "amdgpu-synchronize-as is known to LLVM $version"
done
for version in "${found[@]}"; do
    [ "$(waits "$version" "$work/$version.ll")" = 0 ] || fail "LLVM $version waits for the stores"
    [ "$(waits "$version" "$work/22.ll")" = 1 ] || fail "LLVM $version knows the name of 22, so that this says nothing"
done
for version in 19 21; do
    "$spirv_mmra" --llvm $version --abi=buffer --mcpu=gfx1030 "$work/stored.spv" -o "$work/buffer-$version.ll"
    by_buffer=$(grep -cE 'store <4 x i8> .*addrspace\(7\)' "$work/buffer-$version.ll" || true)
    [ "$by_buffer" = $((version == 21)) ] || fail "profile $version stores $by_buffer vectors by buffer"
done
for version in "${found[@]}"; do
    "llc-$version" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=null "$work/buffer-$version.ll" || fail "LLVM $version refuses its buffers"
done
finish "profiles 19 and 21, LLVM ${found[*]:-of neither}"
