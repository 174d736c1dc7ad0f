#!/bin/bash
# Cooperative matrices: LLVM takes every translation for gfx1100, every second one for two processors with other matrix instructions,
# and every fourth for two that are like another or have none, in waves of 64 lanes, and by LLVM 23; every access to memory carries what the operands say
# (annotated.py); and what is not supported is refused by its name. --all: every translation in all of these, also after opt -O2, with
# --abi=buffer, with each size of a wave, and by LLVM 23 for all processors.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

need_newest_glslang
mkdir "$work/shaders"
find "$matrices" \( -name '*.spv' -o -name '*.comp' \) ! -name '*-plain.*' -exec cp -t "$work/shaders" {} +
translated=0

all=${1-${SMMRA_ALL-}}
accept() { # version, processor, file
    if [ -n "$all" ]; then opt-"$1" -O2 -mcpu="$2" "$3" -o "${3%.ll}.bc" && llc-"$1" -mcpu="$2" -filetype=null "${3%.ll}.bc" || return; fi
    llc-"$1" -mcpu="$2" -filetype=null "$3"
}
export -f accept
export all

translate() { # version, processor, further option; of these LLVM takes each that `which` names as first~step
    local folder=$work/$1$2${3-}
    mkdir "$folder"
    # shellcheck disable=SC2086 # none or one
    "$spirv_mmra" -j "$jobs" --out-dir "$folder" --llvm "$1" --mcpu="$2" ${3-} --werror "$work"/shaders/*.spv || fail "translation for $2 ${3-}"
    find "$folder" -name '*.ll' -print0 | sort -z | sed -zn "${which}p" | each bash -c 'accept "$@"' accept "$1" "$2" >"$work/messages"
    count_failures "$work/messages"
    translated=$((translated + $(find "$folder" -name '*.ll' | wc -l)))
}

which=1~1
translate 22 gfx1100
[ -n "$all" ] || which=1~2
translate 22 gfx942
[ -n "$all" ] || which=2~2
translate 22 gfx1201
[ -n "$all" ] || which=1~4
translate 22 gfx90a
translate 22 gfx1201 --wave=64
[ -n "$all" ] || which=3~4
translate 22 gfx1030
if [ "${#llvm_versions[@]}" -gt 1 ]; then translate 23 gfx1100; fi
if [ -n "$all" ]; then
    translate 22 gfx1100 --wave=64
    for processor in gfx942 gfx1201; do translate 22 "$processor" --abi=buffer; done
    for processor in gfx90a gfx942 gfx1030 gfx1201; do translate 23 "$processor"; done
fi
for name in f16-f16 bf16-bf16 bf16-f16; do
    grep -q 'call .*amdgcn.wmma' "$work/22gfx1100/$name.ll" || fail "$name: no matrix instruction"
done
python3 "$tests/run/matrices/annotated.py" "$spirv_mmra" "$work" || fail "annotations"

refuse() { # words, sed expression on the GLSL, options, shader, status
    sed "$2" "$work/shaders/${4-f16-f32}.comp" >"$work/refused.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/refused.comp" -o "$work/refused.spv" || { fail "$1: glslang"; return; }
    local status=0 message
    # shellcheck disable=SC2086
    message=$("$spirv_mmra" $3 "$work/refused.spv" -o "$work/refused.ll" 2>&1) || status=$?
    [[ $status = "${5-4}" && $message = *"$1"* ]] || fail "$1: status $status, $message"
}
refuse "needs the processor's name (--mcpu)" '' ''
# SPIRV-Tools 2026 finds this scope invalid
refuse 'another scope than Subgroup and Workgroup' 's/gl_ScopeSubgroup/gl_ScopeDevice/g' '--mcpu=gfx1100 --no-validate'
refuse "a multiple of the subgroup's" 's/gl_ScopeSubgroup/gl_ScopeWorkgroup/g; s/local_size_x = 64/local_size_x = 48/' --mcpu=gfx1100
refuse 'are no permutation' 's/2, false, 1, 0/2, false, 1, 1/g' --mcpu=gfx1100 tensor-transposed 3
refuse 'its Dim is not from 1 to 5' 's/createTensorLayoutNV(2, /createTensorLayoutNV(6, /; s/tensorLayoutNV<2, /tensorLayoutNV<6, /; /setTensor/d' --mcpu=gfx1100 tensor-slice 3
refuse 'its ClampMode is none from 0 to 4' 's/gl_CooperativeMatrixClampModeUndefinedNV/5/g' --mcpu=gfx1100 tensor-slice 3
refuse 'has others than its layout' 's/2, false, 1, 0/3, false, 1, 0, 2/g' --mcpu=gfx1100 tensor-transposed 3
refuse 'a DecodeFunc on a buffer with --abi=buffer is not supported' '' '--mcpu=gfx1100 --abi=buffer' tensor-decode
refuse 'an atomic operation or a barrier is not supported for a matrix' 's/b1\[1024u + r \* 3u + c\] = e \* 5.0;/atomicAdd(a, 1u);/; s/^float each/shared uint a; &/' --mcpu=gfx1100 workgroup-stores
refuse 'powers of two from 2 to 256' 's/16, 16, gl/12, 12, gl/g' --mcpu=gfx1100
refuse 'more than 1024 components' 's/16, 16, gl/256, 256, gl/g' --mcpu=gfx1100
refuse 'capability CooperativeMatrixLayoutsARM is not known' 's/gl_CooperativeMatrixLayoutRowMajor/4202/' --mcpu=gfx1100
finish "$translated translations of $(find "$work/shaders" -name '*.spv' | wc -l) shaders with cooperative matrices"
