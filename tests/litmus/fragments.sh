#!/bin/bash
# Fragment shaders as litmus programs: fragments that overlap, and what an interlock orders between them (stages.md). Run in tests/,
# with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/fragments" || exit 1

# shader NAME CONDITION OPTION...: $work/NAME.spvasm, with the condition
shader() {
    local name=$1 condition=$2
    shift 2
    glslangValidator -V --target-env vulkan1.3 "$@" -o "$work/module.spv" "$name.frag" >"$work/log" || fail "$name: $(cat "$work/log")"
    { echo "; @Output: $condition"; spirv-dis "$work/module.spv" | grep -v '^;'; } >"$work/$name.spvasm"
}
holds='the condition holds; no data race'
shader counter 'forall (%counter[0] == 3)'
expect 0 "$holds" "$work/counter.spvasm" --groups 3
expect 1 'does not hold' "$work/counter.spvasm" --groups 2
shader image 'forall (%counter[0][0] == 3)'
expect 0 "$holds" "$work/image.spvasm" --groups 3
shader numbers 'forall (%largest[0] == 2 and %largest[1] == 4 and %differ[0] == 0)'
expect 0 "$holds" "$work/numbers.spvasm" --groups 3
for name in counter image numbers; do
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$work/$name.spvasm" --groups 3 --translate --llvm=$profile
    done
    # Each of the two fences is needed, and so is what the shell does.
    for change in '/fence.*acquire/d' '/fence.*release/d' '/call.*interlock.begin/d;/call.*interlock.end/d' 's/"global"/"local"/'; do
        expect 1 'unsound' "$work/$name.spvasm" --groups 2 --translate --through="sed $change"
    done
done
# An interlock orders; that it makes available and visible is an assumption, which coherent accesses do without.
taken='taken for granted: an interlock makes available and visible'
for name in counter image; do
    shader $name 'forall (true)'
    expect 0 "$taken" "$work/$name.spvasm" --groups 2
done
printf '%s\n' '#version 450' '#extension GL_ARB_fragment_shader_interlock : require' '#extension GL_KHR_memory_scope_semantics : require' \
    '#pragma use_vulkan_memory_model' 'layout(pixel_interlock_ordered) in;' 'layout(binding = 0) HOW buffer D { uint d; };' \
    'void main() { beginInvocationInterlockARB(); d = d + 1u; endInvocationInterlockARB(); }' >"$work/how.frag"
for how in coherent queuefamilycoherent nonprivate; do
    glslangValidator -V --target-env vulkan1.3 -DHOW=$how -o "$work/how.spv" "$work/how.frag" >"$work/log" || fail "$how: $(cat "$work/log")"
    for command in litmus race; do
        expect_of $command 0 'no data race' "$work/how.spv" --groups 1
        if [ $how = nonprivate ]; then
            grep -q "$taken" "$work/out" || fail "$command: the assumption is not named"
        else
            ! grep -q "$taken" "$work/out" || fail "$command: $how needs no assumption"
        fi
    done
done
shader private 'forall (%counter[0] == 2)'
expect 1 'data race' "$work/private.spvasm" --groups 2
shader counter 'forall (%counter[0] == 2)' -DOUTSIDE
expect 1 'data race' "$work/counter.spvasm" --groups 2
shader counter 'forall (%counter[0] == 2)'
expect 4 'shaders of another stage than compute in machine code' "$work/counter.spvasm" --groups 2 --machine=gfx1100
expect 0 'no annotation could be dropped' "$work/counter.spvasm" --groups 2 --suggest # nothing of an interlock can be dropped
expect 4 'fragments with a workgroup' "$work/counter.spvasm" --groups 2 --local 2

# ---- helper invocations, and those that end: what they do is not seen, whatever fences stand between ----
written='forall (%word[0][0] == 2 and %word[0][1] == 1 and %count[0][0] == 1 and %count[0][1] == 0 and %texel[0][0] == 5)'
for option in -DHELPER -DEND; do
    shader helper "$written" $option
    expect 0 "$holds" "$work/helper.spvasm" --groups 2
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$work/helper.spvasm" --groups 2 --translate --llvm=$profile
    done
    expect 1 'unsound' "$work/helper.spvasm" --groups 2 --translate --through='sed /call.*kill/d;/call.*demote/d'
done
# To a processor a helper invocation is as any other, but for images: without its branch the translation writes.
shader helper "$written" -DHELPER
expect 1 'unsound' "$work/helper.spvasm" --groups 2 --translate --through='sed s/\(br.i1.\)%[0-9]*,/\1true,/'
shader helper "$written" -DSTAY
expect 1 'data race' "$work/helper.spvasm" --groups 2
shader helper "$written" -DLEAK # what its atomic returns is undefined
expect 1 'undefined value' "$work/helper.spvasm" --groups 2
shader nothing 'forall (true)'
sed -i 1d "$work/nothing.spvasm"
expect 0 'no data race' "$work/nothing.spvasm" --groups 2

# ---- where a fragment is: N fragments are of one pixel, and then of pixels in a row; else as --groups says ----
located() { # NAME BODY
    printf '%s\n' '#version 450' '#extension GL_ARB_fragment_shader_interlock : require' '#extension GL_KHR_memory_scope_semantics : require' \
        '#pragma use_vulkan_memory_model' 'layout(pixel_interlock_ordered) in;' 'layout(binding = 0) coherent buffer D { uint d[4]; };' \
        'layout(binding = 1, r32ui) uniform coherent uimage2D image;' '#define LOCKED(x) beginInvocationInterlockARB(); x; endInvocationInterlockARB();' \
        "void main() { uint x = uint(gl_FragCoord.x), y = uint(gl_FragCoord.y); $2 }" >"$work/$1.frag"
    glslangValidator -V --target-env vulkan1.3 -o "$work/$1.spv" "$work/$1.frag" >"$work/log" || fail "$1: $(cat "$work/log")"
}
located own 'LOCKED(d[x] += 1u)'
located image 'ivec2 at = ivec2(gl_FragCoord.xy); LOCKED(imageStore(image, at, imageLoad(image, at) + 1u))'
for name in own image; do
    expect 0 'no data race' "$work/$name.spv" --groups 2
done
expect 0 'no data race' "$work/own.spv" --groups 2,1,2
expect 1 ' data race' "$work/own.spv" --groups 1,2,1 # two pixels of one column, each with its own lock
expect 0 'sound and tight' "$work/own.spv" --groups 2 --translate
located another 'LOCKED(d[0] += x)' # pixels in a row race
expect 1 ' data race' "$work/another.spv" --groups 2
expect 0 'no data race' "$work/another.spv" --groups 1,1,2
located unlocked 'd[x] = 1u;' # primitives of one pixel race
expect 1 ' data race' "$work/unlocked.spv" --groups 2
located roles 'if (gl_FragCoord.x < 1.0) d[0] = 1u; else d[1] = d[0];' # only pixels in a row have both
expect 1 ' data race' "$work/roles.spv" --groups 2
located sum 'd[uint(gl_FragCoord.x + gl_FragCoord.y * 2.0 + gl_FragCoord.w) - 2u] = 1u;' # 0.5 + 1 + 1 - 2, and one more across, two down
expect 0 'no data race' "$work/sum.spv" --groups 2,2
# Integers in a block are inputs like others, whether it or its members have Locations.
for first in 'layout(location = 3) in Of { flat uint number; flat uvec2 pair; }' \
    'in Of { layout(location = 5) flat uint number; layout(location = 1) flat uvec2 pair; }'; do
    printf '%s\n' '#version 450' "$first of;" 'layout(binding = 0) buffer D { uint d[4]; };' \
        'void main() { d[of.number STEP] = of.pair.y + 1u; }' >"$work/block.frag"
    glslangValidator -V --target-env vulkan1.3 -DSTEP= -o "$work/block.spv" "$work/block.frag" >"$work/log" || fail "block: $(cat "$work/log")"
    expect 0 'no data race' "$work/block.spv" --groups 3
    expect 0 'sound and tight' "$work/block.spv" --groups 2 --translate
    glslangValidator -V --target-env vulkan1.3 -DSTEP=/2 -o "$work/block.spv" "$work/block.frag" >"$work/log"
    expect 1 ' data race' "$work/block.spv" --groups 2
done
[ $failures = 0 ] || exit 1
echo "fragments: all as expected"
