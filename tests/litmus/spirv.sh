#!/bin/bash
# SPIR-V modules as litmus programs: each of spirv/ gives the answer that it should. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/spirv" || exit 1

holds='the condition holds; no data race'
for program in initialized message-passing message-available lock-cas lock-ticket barrier-groups barrier-acquires histogram reverse \
    two-barriers fences-apart control-flow built-ins glsl450 glsl450-bare-barrier shared-blocks barrier-counts barrier-elsewhere descriptor-bound-twice; do
    expect 0 "$holds" $program.spvasm
done
# SPIRV-Tools 2026 refuses an ArrayStride in Workgroup memory
expect 0 "$holds" struct-without-offsets.spvasm --no-validate
expect 1 'the condition holds; data race' lock-relaxed.spvasm
expect 0 'the condition holds; data race' lock-relaxed.spvasm --allow=race
expect 1 'data race' local-fence.spvasm
expect 1 'data race' glsl450-bare-barrier.spvasm --glsl450=strict

# what is no question of the memory model
expect 1 'invocation 0 comes to a control barrier at line 49, workgroup 0, invocation 1 ends without it' barrier-diverges.spvasm
expect 0 'divergent barrier: ' barrier-diverges.spvasm --allow=divergent-barrier
expect 1 'spvasm: an access out of bounds$' out-of-bounds.spvasm
expect 0 'no data race' out-of-bounds.spvasm --allow=out-of-bounds
expect 6 'the condition holds; data race unknown' loop-bound.spvasm
expect 6 'unknown: a loop goes round more often than the bound' loop-bound.spvasm
expect 6 'the condition is unknown; data race unknown' loop-bound.spvasm --unroll 2
expect 0 'the condition is unknown; data race unknown' loop-bound.spvasm --unroll 2 --allow=unknown
expect 0 'the condition holds; no data race' floating.spvasm
expect 0 'the condition holds; no data race' sign-of-zero.spvasm
expect 0 'the condition holds; no data race' exclusive-sum.spvasm
expect 0 'the condition holds; no data race' small-remainder.spvasm
# programs round to nearest and keep denormal numbers; a device may do what the mode says
for mode in RoundingModeRTZ DenormFlushToZero; do
    sed "s/^ *OpCapability Shader/&\nOpCapability $mode/; s/^ *OpName %main/OpExecutionMode %main $mode 32\n&/" floating.spvasm >"$work/mode.spvasm"
    expect 0 "a device may compute another number: OpExecutionMode $mode" "$work/mode.spvasm"
done

# the grid: @Config, or what the command says
expect 1 '^  1 execution, ' lock-cas.spvasm --groups 4 --no-validate
expect 1 'counter\[0\] = 4' lock-cas.spvasm --groups 4 --outcomes
expect 4 "1088 invocations; at most 1024" lock-cas.spvasm --groups 17,64
expect 2 '' lock-cas.spvasm --groups 0
expect 1 'result\[0\]\[6\] = 4' built-ins.spvasm --subgroup 4 --outcomes
for size in 3 6 256 4294967295; do
    expect 4 "subgroups of $size invocations; they have a power of two, from 1 to 128" built-ins.spvasm --subgroup $size
done

# the real translation, parsed back and run as the same grid under AMDGPU's model
for profile in document 22 23 24 draft; do
    for program in initialized message-passing message-available lock-cas lock-ticket barrier-groups barrier-acquires histogram \
        reverse two-barriers fences-apart control-flow built-ins glsl450 glsl450-bare-barrier loop-bound shared-blocks barrier-counts barrier-elsewhere descriptor-bound-twice dekker; do
        expect 0 'sound and tight' $program.spvasm --translate --llvm $profile
    done
    expect 0 'sound and tight' struct-without-offsets.spvasm --translate --llvm $profile --no-validate
done
# the same with another operation between the releases (tests/mutation/validated.sh merges fences across each)
sed 's/OpAtomicCompareExchange %uint %x %1 %0 %0 %5 %0/OpAtomicIAdd %uint %x %1 %0 %5/' fences-apart.spvasm >"$work/add.spvasm"
sed 's/OpAtomicStore %y %1 %0 %1/OpStore %y %1 MakePointerAvailable|NonPrivatePointer %1/
     s/OpAtomicLoad %uint %y %1 %0/OpLoad %uint %y MakePointerVisible|NonPrivatePointer %1/' fences-apart.spvasm >"$work/plain.spvasm"
for profile in 22 24; do
    expect 0 'sound and tight' "$work/add.spvasm" --translate --llvm $profile
    expect 0 'sound and tight' "$work/plain.spvasm" --translate --llvm $profile
done
expect 0 'the answer holds up to it' loop-bound.spvasm --translate
expect 1 'nothing is asked: data race' lock-relaxed.spvasm --translate
expect 1 'nothing is asked: undefined behaviour' barrier-diverges.spvasm --translate
expect 0 'sound and tight' lock-cas.spvasm --translate --groups 2 --local 2
expect 1 'nothing is asked: undefined behaviour' out-of-bounds.spvasm --translate
expect 0 'fence syncscope("workgroup") release, !mmra' two-barriers.spvasm --translate --show-ir

# the same on both sides: the workgroup size that the grid gives, memory of a workgroup that @Input gives, undefined values
expect 0 "$holds" workgroup-size.spvasm
expect 0 'sound and tight' workgroup-size.spvasm --translate
sed '/^; @/d' workgroup-size.spvasm >"$work/workgroup-size.spvasm"
expect 0 'result\[0\]\[2\] = 6$' "$work/workgroup-size.spvasm" --spec 0=3 --outcomes --groups 1 # it wins over LocalSize
expect 0 'sound and tight' "$work/workgroup-size.spvasm" --spec 0=3 --translate
expect 0 'sound and tight' "$work/workgroup-size.spvasm" --spec 0=3 --translate --local 2 --groups 2
sed 's/%result %zero %i$/%result %zero %zero/; /^; @Output/d' workgroup-size.spvasm >"$work/line.spvasm"
expect 1 "line $(grep -n 'OpStore' "$work/line.spvasm" | cut -d: -f1): OpStore" "$work/line.spvasm" --explain
sed -e 's/^; @Output.*/; @Input: %values = {7, 8}\n; @Output: forall (%result[0][0] == 8 and %result[0][3] == 7)/' -e '/OpStore %23/d' \
    reverse.spvasm >"$work/given.spvasm"
expect 0 "$holds" "$work/given.spvasm"
expect 0 'sound and tight' "$work/given.spvasm" --translate
sed -e '/; @Output/d' -e 's/^ *%42 =/%any = OpUndef %uint\n&/' -e 's/OpStore %41 %39/OpStore %41 %any/' reverse.spvasm >"$work/any.spvasm"
expect 0 'sound and tight' "$work/any.spvasm" --translate
sed -i '/OpStore %23/d' "$work/any.spvasm" # what is read of a workgroup's memory that nobody wrote is another thing
expect 1 'nothing is asked: undefined behaviour' "$work/any.spvasm" --translate

# barriers are reduced to a release before and an acquire after where no atomic can be a link of a chain through them
for program in barrier-counts barrier-elsewhere; do
    expect 0 'fence syncscope("workgroup") release' $program.spvasm --translate --show-ir
    ! grep -q 'acq_rel' "$work/out" || fail "$program: its barriers are not reduced"
done
expect 0 'fence syncscope("agent") acq_rel' barrier-acquires.spvasm --translate --show-ir

# mistakes planted in the map of real translations: these programs expose each, texels those about texels
expect_mistakes 0 '48 of 48 mistakes exposed' image-*.spvasm message-available.spvasm message-passing.spvasm glsl450.spvasm \
    barrier-acquires.spvasm two-barriers.spvasm
expect_mistakes 1 'image-no-visible: .* exposed by 0 programs' image-message.spvasm

# suggestions: the smallest repair, and what is left over
expect 1 'repaired by one annotation' lock-relaxed.spvasm --suggest
expect 1 'line 56: %23 = OpAtomicCompareExchange .*: add Acquire | MakeVisible | UniformMemory' lock-relaxed.spvasm --suggest
expect 1 'OpControlBarrier .*: add UniformMemory' local-fence.spvasm --suggest
expect 1 'repaired by all of' message-bare.spvasm --suggest
[ "$(grep -c ': add ' "$work/out")" = 4 ] || fail "message-bare is not repaired by 4 annotations"
expect 0 'no annotation could be dropped' message-passing.spvasm --suggest
expect 0 'OpLoad .*: drop MakePointerVisible' histogram.spvasm --suggest
expect 0 'OpAtomicIAdd .*: drop Acquire' barrier-groups.spvasm --suggest
expect 0 'OpControlBarrier .*: scope Workgroup instead of Device' barrier-narrower.spvasm --suggest

# nothing whose absence another outcome shows, nothing of a program that is undefined or not explored to the end, and for which grid
expect 0 "$holds" dekker.spvasm
expect 0 'no annotation could be dropped, for 2x1x1 workgroups of 1x1x1 invocations, subgroups of 1$' dekker.spvasm --suggest
expect 0 'nothing is suggested: one invocation alone needs no annotation' dekker.spvasm --suggest --groups 1
expect 0 'without changing an outcome, for [0-9x]* workgroups of [0-9x]* invocations, subgroups of [0-9]*:$' barrier-narrower.spvasm --suggest
expect 1 'nothing is suggested: some execution reads undef' "$work/any.spvasm" --suggest
expect 1 'nothing is suggested: an access out of bounds' out-of-bounds.spvasm --suggest
expect 6 'nothing is suggested: a loop goes round more often than the bound' loop-bound.spvasm --suggest
expect 0 'nothing is suggested: a loop' loop-bound.spvasm --suggest --allow=unknown

# all that is dropped can go together, and then nothing more can
sed -e 's/MakePointerAvailable|NonPrivatePointer %uint_2/NonPrivatePointer/' -e 's/OpControlBarrier %uint_2 %uint_1/OpControlBarrier %uint_2 %uint_2/' \
    -e 's/OpConstant %uint 24840/OpConstant %uint 8456/' -e 's/\(OpStore %41 %39\) NonPrivatePointer/\1/' barrier-narrower.spvasm >"$work/dropped.spvasm"
expect 0 "$holds" "$work/dropped.spvasm"
expect 0 'no annotation could be dropped' "$work/dropped.spvasm" --suggest

# message-passing needs four annotations: of those that are taken out, each is added again, and no other
takes=('s/\(OpStore %data %1\) NonPrivatePointer/\1/' 's/%device %release/%device %0/' 's/%device %acquire/%device %0/'
    's/\(OpLoad %uint %data\) NonPrivatePointer/\1/')
for ((set = 1; set < 16; set++)); do
    edits=() out=0
    for ((i = 0; i < 4; i++)); do
        if ((set >> i & 1)); then
            edits+=(-e "${takes[i]}")
            out=$((out + 1))
        fi
    done
    sed "${edits[@]}" message-passing.spvasm >"$work/taken.spvasm"
    expect 1 'data race; repaired by' "$work/taken.spvasm" --suggest
    [ "$(grep -c ': add ' "$work/out")" = $out ] || fail "set $set of message-passing's annotations: $(cat "$work/out")"
done

# modules that declare GLSL450: what their semantics have, no operands of accesses, and no bit more than it takes
expect 0 'no annotation could be dropped' glsl450.spvasm --suggest
with_semantics() {
    sed "s/OpConstant %uint 264/OpConstant %uint $1/" glsl450.spvasm >"$work/semantics.spvasm"
}
with_semantics 328
expect 0 'OpControlBarrier .*: drop UniformMemory' "$work/semantics.spvasm" --groups 1 --glsl450=conservative --suggest
with_semantics 0 # conservative GLSL450 gives it the semantics of drivers
expect 0 'no data race; no annotation could be dropped' "$work/semantics.spvasm" --groups 1 --glsl450=conservative --suggest --no-validate
with_semantics 260
expect 1 'OpControlBarrier .*: add Acquire$' "$work/semantics.spvasm" --groups 1 --glsl450=conservative --suggest --no-validate
with_semantics 72
expect 1 'OpControlBarrier .*: add WorkgroupMemory$' "$work/semantics.spvasm" --suggest

# explanations name the lines of the assembly
line=$(grep -n 'OpStore.*NonPrivatePointer' local-fence.spvasm | sed -n 1p | cut -d: -f1)
expect 1 "line $line: OpStore" local-fence.spvasm --explain
expect 1 'e3 synchronizes with e4, but e3 does not order the storage class of e2' local-fence.spvasm --explain

# a module says the same as its assembly
spirv-as --target-env vulkan1.3 -o "$work/reverse.spv" reverse.spvasm || fail 'spirv-as'
expect 0 'values@1\[0\] = 3, values@1\[1\] = 4, result\[0\]\[0\] = 2' "$work/reverse.spv" --groups 2 --local 2 --outcomes

# files that are wrong
sed 's/^; @Config.*/; @Config: 1, 1/' reverse.spvasm >"$work/config.spvasm"
expect 3 'config.spvasm:3:1: error: @Config has three numbers' "$work/config.spvasm"
sed 's/%result\[0\]\[0\]/%results[0][0]/' reverse.spvasm >"$work/name.spvasm"
expect 3 'name.spvasm:2:1: error: no such register or location' "$work/name.spvasm"
sed 's/^; @Config.*/; @Input: %nothing = 1/' reverse.spvasm >"$work/input.spvasm"
expect 3 'input.spvasm:3:1: error: @Input: no variable of the module is called nothing' "$work/input.spvasm"

for header in Filters:%result Outputs:exists Output Config; do
    sed "1i ; @${header/:/: }" reverse.spvasm >"$work/header.spvasm"
    expect 3 "header.spvasm:1:1: error: unknown header comment @${header%%:*}; there are @Input:, @Output:, @Filter: and @Config:" \
        "$work/header.spvasm"
done

# every prefix is an answer or a refusal, and so is every module with a word overwritten; never a crash
size=$(wc -c <lock-cas.spvasm)
for ((length = 1; length < size; length += 331)); do
    head -c "$length" lock-cas.spvasm >"$work/part.spvasm"
    "$tool" litmus "$work/part.spvasm" >/dev/null 2>&1
    case $? in [0-4] | 6) ;; *) fail "lock-cas.spvasm cut at $length" ;; esac
done
size=$(wc -c <"$work/reverse.spv")
for ((word = 20; word < size; word += 36)); do
    cp "$work/reverse.spv" "$work/word.spv"
    printf '\x07\x00\x05\x00' | dd of="$work/word.spv" bs=1 seek="$word" conv=notrunc status=none
    "$tool" litmus "$work/word.spv" --no-validate >/dev/null 2>&1
    case $? in [0-4] | 6) ;; *) fail "reverse.spv with the word at $word overwritten" ;; esac
done

[ $failures = 0 ] && echo "litmus spirv: all as expected"
[ $failures = 0 ]
