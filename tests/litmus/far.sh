#!/bin/bash
# How far the model checker reaches into shaders: numbers, matrices and addresses in memory, subgroups, images. The translations of shaders that
# compute are run beside them: two readers and the lowering must come to the same numbers. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")" || exit 1
shaders=$SMMRA_BUILD/tests/shaders

# shader NAME DECLARATIONS BODY [ARGUMENT...]: $work/NAME.spv
shader() {
    local name=$1 declarations=$2 body=$3
    shift 3
    printf '#version 460\n%s\nvoid main() { uint i = gl_LocalInvocationIndex; %s }\n' "$declarations" "$body" >"$work/$name.comp"
    glslangValidator -V --target-env vulkan1.3 "$@" "$work/$name.comp" -o "$work/$name.spv" >"$work/out" 2>&1 ||
        fail "$name does not compile: $(cat "$work/out")"
}
words='layout(binding = 0) buffer Words { uint words[4]; };'
subgroups='#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 4) in;'

# subgroup operations: the four of them, two and two, and what is divided
shader sum "$subgroups $words" 'words[i] = subgroupAdd(i + 1);'
expect 0 '\[0\]\[0\] = 10, .*\[0\]\[1\] = 10, .*\[0\]\[2\] = 10, .*\[0\]\[3\] = 10$' "$work/sum.spv" --groups 1 --outcomes
expect 0 '\[0\]\[0\] = 3, .*\[0\]\[1\] = 3, .*\[0\]\[2\] = 7, .*\[0\]\[3\] = 7$' "$work/sum.spv" --groups 1 --outcomes --subgroup 2
expect 0 'sound and tight' "$work/sum.spv" --translate --subgroup 2
shader scan "$subgroups $words" 'words[i] = subgroupExclusiveAdd(i + 1) + 100 * subgroupShuffleXor(i, 1);'
expect 0 '\[0\]\[0\] = 100, .*\[0\]\[1\] = 1, .*\[0\]\[2\] = 303, .*\[0\]\[3\] = 206$' "$work/scan.spv" --groups 1 --outcomes
shader loop "$subgroups $words" 'for (uint k = 0; subgroupAny(k < i); k++) words[i] += 1;'
expect 0 '\[0\]\[0\] = 3, .*\[0\]\[3\] = 3$' "$work/loop.spv" --groups 1 --outcomes
expect 0 '\[0\]\[1\] = 1, .*\[0\]\[3\] = 3$' "$work/loop.spv" --groups 1 --outcomes --subgroup 2
shader divided "$subgroups $words" 'if (i < 2) words[i] = subgroupAdd(i);'
expect 4 'not supported: a subgroup operation where control flow diverges' "$work/divided.spv"
expect 0 'no data race' "$work/divided.spv" --groups 1 --subgroup 2
# a product that is rounded to a half keeps the sign of its zero: the translation calls llvm.fptrunc.round, which its reader knows
shader halved '#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32); // SignedZeroInfNanPreserve
layout(local_size_x = 2) in; layout(binding = 0) buffer Halves { float16_t halves[2]; }; layout(binding = 1) buffer Factors { float factors[2]; };' \
    'halves[i] = float16_t(factors[i] * -0.5);'
expect 0 'sound and tight' "$work/halved.spv" --groups 1 --translate
expect 0 'call half @llvm.fptrunc.round.f16.f32(' "$work/halved.spv" --groups 1 --translate --show-ir
expect 0 '\[0\]\[0\] = -0.0, .*\[0\]\[1\] = -1.5' "$work/halved.spv" --groups 1 --outcomes --input 'Factors.factors={0, 3}'
# a dividend that LLVM 22 must not see is a copy for its reader, too
shader quotient "layout(local_size_x = 2) in; $words" 'words[i] = words[i] / (i + 3);'
expect 0 'sound and tight' "$work/quotient.spv" --groups 1 --translate --llvm 22
expect 0 'call i32 @llvm.amdgcn.softwqm.i32(' "$work/quotient.spv" --groups 1 --translate --llvm 22 --show-ir
# a value that comes from another by a subgroup operation is no data race, and orders nothing
shader handed "$subgroups $words" 'uint old = words[i]; words[3 - i] = subgroupAdd(old);'
expect 1 'data race' "$work/handed.spv"
# matrices lie as their members say, and are named column by column
matrix='layout(local_size_x = 1) in; layout(binding = 0) buffer M { layout(row_major) mat3x2 r; mat3x2 c; };'
shader matrix "$matrix" 'c[2][1] = 5.0; r = c;'
expect 0 '\[0\]\[2\]\[1\] = 5\.0.*\[1\]\[2\]\[1\] = 5\.0' "$work/matrix.spv" --groups 1 --outcomes
expect 0 'sound and tight' "$work/matrix.spv" --translate
shader columns 'layout(local_size_x = 2) in; layout(binding = 0) buffer M { layout(row_major) mat2 m; };' 'm[i] = vec2(i);'
expect 0 'no data race' "$work/columns.spv" --groups 1
shader column 'layout(local_size_x = 2) in; layout(binding = 0) buffer M { layout(row_major) mat2 m; };' 'm[i][1] = 1; m[1 - i][0] = 1; m[0][1] = 2;'
expect 1 'data race' "$work/column.spv"

# what a buffer address points to is memory, too
address='#extension GL_EXT_buffer_reference : require
layout(local_size_x = 2) in; layout(buffer_reference) buffer Node; layout(buffer_reference) buffer Node { uint value[2]; Node next; };
layout(push_constant) uniform Push { Node first; };'
shader apart "$address" 'first.value[i] = 7; first.next.value[i] = 8;'
expect 0 '@\[0\]\[0\] = 7, .*@\[0\]\[1\] = 7, .*@\[1\]@\[0\]\[0\] = 8' "$work/apart.spv" --groups 1 --outcomes
expect 0 'sound and tight' "$work/apart.spv" --translate
shader shared "$address" 'first.value[0] = i;'
expect 1 'data race' "$work/shared.spv"
shader beyond "$address" 'first.next.next.next.value[i] = 1;'
expect 1 'an access out of bounds' "$work/beyond.spv"

# what memory holds and how large it is, of a module without header comments
shader given 'layout(local_size_x = 2) in; layout(binding = 0) buffer Words { uint words[]; } given; layout(binding = 1) buffer Sum { uint sum; uint n; };' \
    'if (i == 0) { for (uint k = 0; k < given.words.length(); k++) sum += given.words[k]; n = given.words.length(); }'
expect 0 '\[0\] = 0, .*\[1\] = 2$' "$work/given.spv" --groups 1 --outcomes
expect 0 '\[0\] = 60, .*\[1\] = 3$' "$work/given.spv" --groups 1 --outcomes --input 'given={{10, 20, 0x1e}}'
expect 0 '\[0\] = 30, .*\[1\] = 5$' "$work/given.spv" --groups 1 --outcomes --input '%given={{10, 20}}' --size given=5 --unroll 9
expect 0 'sound and tight' "$work/given.spv" --translate --input 'given={{10, 20}}' --size given=3
expect 3 '--input: no variable of the module is called other' "$work/given.spv" --input other=1
expect 3 '--input: a comma or a closing brace is missing' "$work/given.spv" --input 'given={{1'
expect 3 '--size: no variable of the module is called other' "$work/given.spv" --size other=1
expect 2 'input' "$work/given.spv" --input given
expect 2 'size' "$work/given.spv" --size given=none
shader sized 'layout(local_size_x = 1) in; layout(binding = 0, r32ui) uniform uimage2D picture; layout(binding = 1) buffer B { uint b; };' 'b = imageLoad(picture, ivec2(4, 4)).x;'
expect 1 'an access out of bounds' "$work/sized.spv" --groups 1
expect 0 'no data race' "$work/sized.spv" --groups 1 --size picture=5

# debug information means nothing to it
shader plain "layout(local_size_x = 2) in; $words" 'words[i] = uint(sqrt(float(i * i)) * 2.5);'
expect 0 '\[0\]\[1\] = 2$' "$work/plain.spv" --groups 1 --outcomes
shader debug "layout(local_size_x = 2) in; $words" 'words[i] = uint(sqrt(float(i * i)) * 2.5);' -gVS
expect 0 'words\[1\] = 2$' "$work/debug.spv" --groups 1 --outcomes # in the source's words

# images: texels of fewer bits are kept so, sampled ones are read
shader texel 'layout(local_size_x = 2) in; layout(binding = 0, rgba8) uniform image2D picture; layout(binding = 1) buffer F { float f[2]; };' \
    'imageStore(picture, ivec2(i, 0), vec4(0.3)); f[i] = imageLoad(picture, ivec2(i, 0)).x;'
expect 0 '\[0\]\[1\] = 0\.29803923$' "$work/texel.spv" --groups 1 --outcomes # 76 / 255
shader sampled 'layout(local_size_x = 2) in; layout(binding = 0) uniform sampler2D picture; layout(binding = 1) buffer F { vec4 f[2]; };' \
    'f[i] = textureLod(picture, vec2(0.5), 0.0);'
expect 0 'no data race' "$work/sampled.spv" --groups 1
shader sampled_race 'layout(local_size_x = 2) in; layout(binding = 0) uniform sampler2D picture; layout(binding = 1) buffer F { vec4 f; };' \
    'f = textureLod(picture, vec2(0.5), 0.0);'
expect 1 'data race' "$work/sampled_race.spv"

# the numbers of a translation are those of its shader; an estimate that differs is refused, and those are all
differ=' float-atan2 float-hyperbolic float-trigonometry '
divided=' subgroup-divergent subgroup-sides '
for module in "$shaders"/{float,integer,matrix,type,vector,subgroup,layout,dot,flow,buffer-reference}*.spv; do
    name=$(basename "$module" .spv)
    case "$differ" in *" $name "*) expect 4 'values differ, and not every result is exact' "$module" --translate --local 2 --subgroup 2; continue ;; esac
    case "$divided" in *" $name "*) continue ;; esac
    expect 0 'sound and tight\|nothing is asked: undefined behaviour\|nothing is asked: data race' "$module" --translate --local 2 --subgroup 2 --allow=race,undefined-read,out-of-bounds,undefined-behaviour,divergent-barrier
done

# ballots of more than one word; what an undefined value may lead astray is no divergence, and a barrier to come orders it
lanes="${subgroups/size_x = 4/size_x = 64} layout(binding = 0) buffer F { uint f[384]; };"
shader ballots "$lanes" 'uvec4 b = subgroupBallot(i % 3u == 0u || i == 40u); f[i] = b.x + 3u * b.y; f[64 + i] = subgroupBallotBitCount(b);
    f[128 + i] = subgroupBallotExclusiveBitCount(b) + 64u * subgroupBallotInclusiveBitCount(b); f[192 + i] = subgroupBallotFindMSB(b);
    f[256 + i] = uint(subgroupBallotBitExtract(b, 63u - i)) + 2u * uint(subgroupInverseBallot(b));
    f[320 + i] = subgroupBallotFindLSB(subgroupBallot(i >= 40u));'
expect 0 '\[0\]\[64\] = 23, .*\[0\]\[320\] = 40,' "$work/ballots.spv" --subgroup 64 --outcomes
expect 0 'sound and tight' "$work/ballots.spv" --translate --subgroup 64
shader astray "#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
${subgroups/size_x = 4/size_x = 2} layout(binding = 0) nonprivate buffer F { uint x[2]; };" \
    'uint v = x[i], s = 1u; if (v == 0u) s = subgroupAdd(i + 1u);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); x[1u - i] = s;'
expect 0 'no data race' "$work/astray.spv" --groups 1 --subgroup 2
expect 0 'sound and tight' "$work/astray.spv" --translate --subgroup 2

# what an optimizer knows of subgroups is no fault of the translation where the grid has smaller ones
if command -v opt-22 >/dev/null; then
    expect 4 "an optimizer knows the processor's subgroups" spirv/built-ins.spvasm --translate --through='opt-22 -O2 -S'
    expect 0 'sound and tight' spirv/built-ins.spvasm --translate --through='opt-22 -O2 -S' --subgroup 64
fi

[ $failures = 0 ] && echo "litmus far: all as expected"
[ $failures = 0 ]
