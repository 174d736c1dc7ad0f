#!/bin/bash
# Cooperative matrices that are loaded and stored through tensor layouts, in `race` and `litmus`: tiles that subgroups hand to each
# other, right and with what orders them or keeps them apart taken out; numbers, beside what Python computes (tensors.py). Run in
# tests/, with SMMRA_BUILD set.
#
#   tensors.sh [PROCESSOR [NAME...]]
#
# With a processor: whether its machine code gives those numbers alone, which needs LLVM 23 and minutes. With names: the numbers of these.
set -u
. "$(dirname "$0")/../project/common.sh"
if ! command -v newest-glslangValidator >/dev/null; then
    echo "SKIPPED: no glslang knows GL_NV_cooperative_matrix2; tests/project/newest.sh has one" >&2
    exit 77
fi
. "$(dirname "$0")/expect.sh"

# ---- numbers ----

judge() { # FILE
    local name=$1
    name=${name%.expected}
    mapfile -t input <"$name.input"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$name.comp" -o "$name.spv" || return 1
    "$tool" litmus "$name.spv" --no-validate --groups 1 --outcomes "${input[@]}" ${processor:+"--machine=$processor"} >"$name.out" 2>&1 ||
        { head -c 400 "$name.out"; return 1; }
    python3 "$tests/litmus/tensors.py" check "$work/numbers" "${name##*/}" <"$name.out"
}
export -f judge
export tool work tests processor=${1-}
names=("${@:2}")
mkdir "$work/numbers"
python3 "$tests/litmus/tensors.py" make "$work/numbers" || exit 1
if [ ${#names[@]} = 0 ]; then mapfile -t names < <(cd "$work/numbers" && printf '%s\n' *.expected); fi
printf '%s\0' "${names[@]/#/$work/numbers/}" | each bash -c 'judge "$1"' judge >"$work/messages"
count_failures "$work/messages"
[ -z "${SMMRA_FIRST_FAILURE-}" ] || [ $failures = 0 ] || exit 1
[ $# = 0 ] || { echo "${#names[@]} shaders, $failures failures"; exit $((failures > 0)); }

# ---- orders ----

# A tensor of 32 x 16; OWN and OTHER are the halves of the two subgroups.
head='#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_NV_cooperative_matrix2 : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
struct Block { uint8_t scale; uint8_t q[3]; };
layout(buffer_reference, std430, buffer_reference_align = 1) buffer Blocks { nonprivate Block block; };
layout(binding = 0) nonprivate buffer From { float from[1024]; };
layout(binding = 1) nonprivate buffer To { float to[1024]; } result;
layout(binding = 2) buffer Flag { uint flag; };
layout(binding = 3) nonprivate buffer Held { Block held[512]; };
shared float tile[1024];
#define to result.to
#define OWN (gl_SubgroupID * 16)
#define OTHER (16 - OWN)
#define PART(row) sliceTensorLayoutNV(t, row, 16, 0, 16)
float decoded(const in Blocks b, const in uint blocks[2], const in uint inside[2]) { return float(b.block.q[inside[1]]); }'

shader() { # NAME BODY [CLAMP MODE [WORDS FOR OTHERS]]
    local mode=gl_CooperativeMatrixClampMode${3:-Undefined}NV text
    text="$head
void main() { coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(1);
tensorLayoutNV<2, $mode> t = createTensorLayoutNV(2, $mode); t = setTensorLayoutDimensionNV(t, 32, 16);
tensorViewNV<2, false, 0, 1> v = createTensorViewNV(2, false, 0, 1); $2 }"
    echo "${text//"${4-#}"/"${5-#}"}" >"$work/$1.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
race() { expect_of race "$1" "$2" "$work/$3.spv" --groups 1 --no-validate "${@:4}"; } # STATUS PATTERN NAME [ARGUMENT...]
free() { shader "$@" && race 0 'no data race on ' "$1"; }
races() { shader "$@" && race 1 ' data race' "$1" && race 1 'by .*OpCooperativeMatrix' "$1"; }

fill='coopMatLoadTensorNV(m, from, 0, PART(OWN)); coopMatStoreTensorNV(m, tile, 0, PART(OWN));'
other='coopMatLoadTensorNV(m, tile, 0, PART(OTHER)); coopMatStoreTensorNV(m, to, 0, PART(OWN));'
free handed "$fill barrier(); $other"
races not-handed "$fill $other"
race 1 'writes 0.0 to %tile\[[0-9]*\] by OpCooperativeMatrixStoreTensorNV' not-handed
races not-ordered "$fill controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0); $other"
races other-memory "$fill controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible); $other"
# what one way stores the other loads: both lie in the same places
free handed-plainly "$fill barrier(); coopMatLoad(m, tile, OTHER * 16, 16, gl_CooperativeMatrixLayoutRowMajor);"
races not-handed-plainly "$fill coopMatLoad(m, tile, OTHER * 16, 16, gl_CooperativeMatrixLayoutRowMajor);"
free own-plainly "$fill coopMatLoad(m, tile, OWN * 16, 16, gl_CooperativeMatrixLayoutRowMajor);"
free turned-and-handed "${fill/m, tile, 0, PART(OWN)/m, tile, 0, PART(OWN), createTensorViewNV(2, false, 1, 0)} subgroupBarrier(); $fill"

# slices that meet, and that overlap by a row: within the tensor, or beyond it, where nothing is stored
overlap='t = setTensorLayoutDimensionNV(t, ROWS, 16); coopMatStoreTensorNV(m, to, 0, PART(FIRST * gl_SubgroupID));'
at() { sed "s/ROWS/$1/; s/FIRST/$2/" <<<"$overlap"; }
free meeting "$(at 32 16)"
races overlapping "$(at 32 15)"
free beyond "$(at 8 16)" Constant
races beyond-overlapping "$(at 8 7)" Constant
free beyond-the-overlap "$(at 7 7)" Constant
free beyond-repeated "$(at 7 7)" Repeat
shader beyond-undefined "$(at 20 16)" && race 1 'an access beyond a tensor whose clamp mode is Undefined' beyond-undefined
# strides: rows that lie apart leave room for another's, rows of the same length do not
apart='t = setTensorLayoutStrideNV(t, STRIDE, 1); coopMatStoreTensorNV(m, to, gl_SubgroupID * 16, PART(0));'
free strides "${apart/STRIDE/32}"
races no-strides "${apart/STRIDE/16}"
# a view's clip region: the lower rows of one, the upper ones of the other
clip='v = setTensorViewClipNV(v, gl_SubgroupID * FIRST, 8, 0, 16); coopMatStoreTensorNV(m, to, 0, sliceTensorLayoutNV(t, gl_SubgroupID * FIRST, 8, 0, 16), v);'
free clipped "${clip//FIRST/8}"
races clipped-less "${clip//FIRST/7}"
# loads beyond the tensor read what the clamp mode says: nothing, the edge, or the other end
edge='if (gl_SubgroupID == 0) coopMatLoadTensorNV(m, to, 0, PART(-16)); else if (gl_LocalInvocationIndex == 40) to[WHERE] = 1.0;'
free load-nothing "${edge/WHERE/3}" Constant
races load-edge "${edge/WHERE/3}" ClampToEdge
free load-not-edge "${edge/WHERE/16}" ClampToEdge
races load-repeated "${edge/WHERE/300}" Repeat
free load-not-repeated "${edge/WHERE/200}" Repeat
races load-mirrored "${edge/WHERE/200}" MirrorRepeat
free load-not-mirrored "${edge/WHERE/300}" MirrorRepeat

# a flag: what is stored is made available, and what is loaded visible, by the barrier or by each access
flag="if (gl_SubgroupID == 0) { coopMatStoreTensorNV(m, to, 0, PART(0)); SYNC if (subgroupElect()) atomicStore(flag, 1u, gl_ScopeDevice, 0, 0); }
else { while (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 0u) {} SYNC coopMatLoadTensorNV(m, to, 0, PART(0)); coopMatStoreTensorNV(m, from, 0, PART(0)); }"
sync='controlBarrier(gl_ScopeSubgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, ORDER);'
makes='gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible'
free flag "${flag//SYNC/${sync/ORDER/$makes}}"
races flag-nothing-made "${flag//SYNC/${sync/ORDER/gl_SemanticsAcquireRelease}}"
races flag-alone "${flag//SYNC/}"
free flag-coherent "${flag//SYNC/${sync/ORDER/gl_SemanticsAcquireRelease}}" '' 'nonprivate buffer To' 'devicecoherent buffer To'
races flag-coherent-unordered "${flag//SYNC/}" '' 'nonprivate buffer To' 'devicecoherent buffer To'
races flag-private "${flag//SYNC/${sync/ORDER/$makes}}" '' 'nonprivate buffer To' 'buffer To'

# a function that decodes blocks of three reads what it reads, and nothing else of the block
blocks='t = setTensorLayoutDimensionNV(setTensorLayoutBlockSizeNV(t, 1, 3), 16, 18); if (gl_SubgroupID == 0) coopMatLoadTensorNV(m, held, 0, PART(0), decoded); else if (gl_LocalInvocationIndex == 40)'
shader decodes "$blocks held[7].q[2] = uint8_t(1);" && race 1 'reads .* by .*OpLoad' decodes
for elsewhere in 'held[7].scale' 'held[5].q[1]' 'held[96].q[0]'; do
    shader decodes-elsewhere "$blocks $elsewhere = uint8_t(1);" && race 0 'no data race on ' decodes-elsewhere
done

# a matrix of the whole workgroup
group=('' gl_ScopeSubgroup gl_ScopeWorkgroup)
shared='coopMatStoreTensorNV(m, tile, 0, PART(0)); SYNC coopMatLoadTensorNV(m, tile, 0, PART(0), createTensorViewNV(2, false, 1, 0)); coopMatStoreTensorNV(m, to, 0, PART(0));'
free group-handed "${shared/SYNC/barrier();}" "${group[@]}"
races group-not-handed "${shared/SYNC/}" "${group[@]}"
shader group-alone 'if (gl_SubgroupID == 0) coopMatStoreTensorNV(m, to, 0, PART(0));' "${group[@]}" && race 1 'divergent barrier' group-alone

# blocks in memory that is of another type: `race` knows bytes, `litmus` numbers
shader as-bytes "$blocks to[0] = 1.0;" '' 'Block held[512]' 'uint8_t held[2048]' && race 0 'no data race on ' as-bytes
expect 4 'a DecodeFunc whose blocks are of another type than what lies there' "$work/as-bytes.spv" --no-validate --groups 1

echo "$failures failures"
[ $failures = 0 ]
