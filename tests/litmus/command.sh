#!/bin/bash
# The subcommand litmus: exit statuses, output, graphs, hostile input. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")" || exit 1

expect 0 'the condition holds; no data race' vulkan/barrier.litmus
expect 1 'the condition does not hold; no data race' vulkan/mp-atomic-atomic.litmus
expect 1 'the condition holds; data race' vulkan/mp-narrow.litmus
expect 0 'the condition holds; data race' vulkan/mp-narrow.litmus --allow=race
expect 1 'does not happen before' vulkan/mp-narrow.litmus --explain
expect 1 'made available at workgroup only, and e5 is in another workgroup' vulkan/av-narrow.litmus --explain
expect 0 'the condition holds; no data race' ir/lock-cas.ll
expect 1 'some execution reads undef' ir/barrier-alone-asked.ll
expect 1 'some execution reads undef' ir/barrier-alone.ll
expect 1 '^ir/barrier-alone.ll: data race' ir/barrier-alone.ll
expect 0 'data race' ir/barrier-alone.ll --allow=race
expect 0 'data race' ir/barrier-alone.ll --allow undefined-read
expect 1 'data race' ir/barrier-alone.ll --allow=deadlock,unknown
expect 1 '0 executions, 1 deadlock' ir/barrier-never-reached.ll
expect 1 'deadlock: threads wait for each other' ir/barrier-never-reached.ll --allow=endless-loop
expect 0 'deadlock: threads wait for each other' ir/barrier-never-reached.ll --allow=race,deadlock
expect 2 'it takes race, undefined-read' ir/barrier-never-reached.ll --allow=race,hang
expect 2 'it takes race, undefined-read' ir/barrier-never-reached.ll --allow=race,
expect 0 'P0:r0 = 0, P1:r0 = 0, x = 1, y = 1' vulkan/store-buffering.litmus --outcomes
expect 0 'sound and tight' vulkan/barrier.litmus --translate
# floats are floats in text, and exact bits as JSON
cat >"$work/floats.comp" <<'END'
#version 450
layout(binding = 0) buffer B { float a, b; };
void main() { b = a + 0.5; }
END
glslangValidator -V --target-env vulkan1.3 -g "$work/floats.comp" -o "$work/floats.spv" >/dev/null
expect 0 'a = 1.25, b = 1.75' "$work/floats.spv" --local 1 --input a=1.25 --outcomes
expect 0 '"a": 1067450368, "b": 1071644672' "$work/floats.spv" --local 1 --input a=1.25 --outcomes --json
# grids, bounds of time, interrupts
expect 1 'wrong for 2x1x1 workgroups of 1x1x1 invocations' spirv/message-bare.spvasm --groups 4 --reduce
expect 0 'nothing is wrong on any grid up to' spirv/lock-cas.spvasm --groups 3 --reduce
expect 1 'data race' spirv/message-bare.spvasm --groups 3 --first
expect 0 'the condition holds; no data race' spirv/lock-cas.spvasm --first
expect 1 'the search ended at what is wrong' spirv/lock-cas.spvasm --groups 2 --first # whose condition is for three
sed 's/\[5\]/[16]/g' algorithms/stack-treiber.comp >"$work/long.comp" # room for more than are explored
glslangValidator -V --target-env vulkan1.3 -Ialgorithms "$work/long.comp" -o "$work/long.spv" >/dev/null
expect 6 'unknown: the time is over' "$work/long.spv" --groups 12 --timeout 1 --allow=out-of-bounds
expect 6 'unknown: nothing is wrong on the grids that were tried; the time is over' "$work/long.spv" --groups 12 --timeout 1 --reduce
expect 6 'the time is over: --timeout gives more than 1 s' "$work/long.spv" --groups 12 --timeout 1 --translate
expect 0 'the time is over' "$work/long.spv" --groups 12 --timeout 1 --translate --allow=unknown
expect 2 'not for --translate' vulkan/barrier.litmus --first --translate
expect 2 'not for --translate' spirv/lock-cas.spvasm --first --suggest
# Whoever runs the tests in the background has interrupts ignored.
timeout --preserve-status -s INT 3 env --default-signal=INT "$tool" litmus "$work/long.spv" --groups 12 --allow=out-of-bounds >"$work/out" 2>&1
[ $? = 6 ] || fail "an interrupt: not status 6: $(head -3 "$work/out")"
grep -q 'interrupted: the counts are those so far' "$work/out" || fail "an interrupt says nothing: $(head -3 "$work/out")"
expect 0 'fence syncscope("workgroup") acq_rel' vulkan/barrier.litmus --translate --show-ir
expect 0 'call void @llvm.amdgcn.av.store.b32.p1' vulkan/av-vis.litmus --translate --show-ir --llvm 24
expect 1 'nothing is asked: data race' vulkan/mp-narrow.litmus --translate
# the module that was judged, printed and read again as text, has the same outcomes
for program in barrier ticket-lock image-acq-rel store-buffering; do
    "$tool" litmus vulkan/$program.litmus --translate --show-ir | sed -n '/^; @Threads/,$p' >"$work/printed.ll"
    "$tool" litmus "$work/printed.ll" --outcomes | sed -n 's/^  \([A-Za-z].*\)/\1/p' | tr ',' '\n' | sed 's/^ //' | sort -u >"$work/of-text"
    "$tool" litmus vulkan/$program.litmus --outcomes | sed -n 's/^  \([A-Za-z].*\)/\1/p' | tr ',' '\n' | sed 's/^ //' | sort -u >"$work/of-source"
    [ -s "$work/of-text" ] && diff "$work/of-source" "$work/of-text" || fail "$program: its printed translation has other values"
done
expect_mistakes 1 '^[0-4]*. of 48 mistakes exposed' vulkan/thin-air.litmus # test_translation.c: the programs expose all
expect 1 'the condition does not hold' vulkan/load-buffering.litmus --po-rf-acyclic
expect 2 'no input'
expect 2 '' vulkan/barrier.litmus --no-such-option
expect 2 '' "$work/not-there.litmus"
expect 3 'is no litmus program by its name' ir/README.md
expect 4 'not supported' ir/lock-cas.ll --translate

printf 'Vulkan x\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0.nonsense x, 1 ;\nexists (x == 1)\n' >"$work/bad.litmus"
expect 3 ':4:1: error: unknown token: "nonsense"' "$work/bad.litmus"
printf 'Vulkan x\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n goto L ;\nexists (x == 1)\n' >"$work/label.litmus"
expect 3 'no such label' "$work/label.litmus"
printf 'Vulkan x\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0 x, 1 ;\nexists (y == 1)\n' >"$work/name.litmus"
expect 3 'no such register or location' "$work/name.litmus"
printf 'NEWTHREAD\nst.atom.sc0 x = 1\n' >"$work/scope.test"
expect 3 'need a scope' "$work/scope.test"
printf 'define void @f() {\n ret void\n}\n' >"$work/threads.ll"
expect 3 'no comment names the threads' "$work/threads.ll"
printf 'NEWTHREAD\nst.sc0 x = 1\nSATISFIABLE #dr>0\n' >"$work/wrong.test"
expect 1 'but the file says otherwise' "$work/wrong.test"

# ways not to end: each has a name of its own, and so has what was not explored to the end
vulkan() { # a program of one or two threads, and what is asked
    local threads=' P0@sg 0, wg 0, qf 0'
    [[ $1 != *'|'* ]] || threads+=' | P1@sg 1, wg 1, qf 0'
    printf 'Vulkan x\n{ x = 0; y = 0; }\n%s ;\n%s\n%s\n' "$threads" "$1" "$2" >"$work/ends.litmus"
}
atomic=atom.acq_rel.dv.sc0.semsc0
vulkan ' L0: ; beq r0, 0, L0 ; st.sc0 x, 1 ;' 'forall (x == 0)'
expect 1 'ends.litmus: endless loop: a thread goes round for ever$' "$work/ends.litmus"
expect 0 'unknown: no execution comes to its end' "$work/ends.litmus" --allow=endless-loop,unknown
vulkan ' cbar.acq_rel.dv.semsc0 1, 1, 2 ;' 'exists (x == 0)'
expect 1 'ends.litmus: deadlock: ' "$work/ends.litmus"
! grep -q 'endless' "$work/out" || fail 'a deadlock is an endless loop'
rounds=' L0: ;\n ld.sc0 r1, x ;\n add r0, r0, r1 ;\n blt r0, 9, L0 ;\n st.sc0 y, r0 ;'
printf 'Vulkan x\n{ x = 1; y = 0; }\n P0@sg 0, wg 0, qf 0 ;\n'"$rounds"'\nforall (y == 9)\n' >"$work/rounds.litmus"
expect 6 'rounds.litmus: the condition is unknown; data race unknown$' "$work/rounds.litmus"
expect 6 'rounds.litmus: unknown: a loop goes round more often than the bound: --unroll goes further than 4 rounds$' \
    "$work/rounds.litmus"
expect 0 'the condition is unknown' "$work/rounds.litmus" --allow=unknown
expect 0 'the condition holds; no data race$' "$work/rounds.litmus" --unroll=9
# a race in the first round of many is one, whatever is left unknown
cat >"$work/rounds.litmus" <<'EOF'
Vulkan x
{ x = 1; y = 0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 1, qf 0 ;
 L0: | ;
 st.sc0 y, 1 | ld.sc0 r0, y ;
 ld.sc0 r1, x | ;
 add r0, r0, r1 | ;
 blt r0, 9, L0 | ;
forall (y == 1)
EOF
expect 1 'the condition is unknown; data race$' "$work/rounds.litmus"
# of several files the highest
expect 6 'is unknown' "$work/rounds.litmus" vulkan/mp-narrow.litmus --allow=race

# a comment that looks like a header, and is none that is known
sed 's/addrspace(1)/addrspace(2)/' ir/lock-cas.ll >"$work/region.ll"
expect 4 'region.ll:[0-9]*:1: error: not supported: memory that no value of amdgpu-synchronize-as names' "$work/region.ll"
sed 's/@Init:/@Initial:/' ir/lock-cas.ll >"$work/header.ll"
expect 3 'header.ll:[0-9]*:1: error: unknown comment; there are @Threads, .*: "Initial"' "$work/header.ll"

# where the condition of a test of Khronos's stops a thread early, what it orders is missing, which is no race of the test
cat >"$work/early.test" <<'EOF'
NEWWG
NEWTHREAD
st.av.scopedev.sc0 data = 1
st.atom.rel.scopedev.sc0.semsc0 flag = 1
NEWWG
NEWTHREAD
rmw.acq.rel.scopedev.sc0.semsc0 flag = 1 2
NEWWG
NEWTHREAD
ld.atom.acq.scopedev.sc0.semsc0 flag = 2
ld.vis.scopedev.sc0 data
SATISFIABLE consistent[X] && #dr=0
EOF
for profile in document 22 23 24 draft; do
    expect 0 'sound and tight' "$work/early.test" --translate --llvm $profile
done
expect_mistakes 1 'rmw-narrow: .* exposed by 1 program$' "$work/early.test"
expect_mistakes 1 'loads-relaxed: .* exposed by 1 program$' "$work/early.test"
sed 's/atom.acq/atom/; s/acq.scopedev.sc0.semsc0 flag = 2/scopedev.sc0 flag = 2/; s/ld.atom.scopedev.sc0.semsc0/ld.atom.scopedev.sc0/' \
    "$work/early.test" >"$work/racy.test" # without an acquire it has one
expect 1 'nothing is asked: data race' "$work/racy.test" --translate

# @llvm.compiler.used is no memory: a pointer that is not known cannot point there
cat >"$work/kept.ll" <<'EOF'
; @Threads: @P0 wg 0 wave 0
@x = internal addrspace(3) global i32 0, align 4
@y = internal addrspace(3) global i32 0, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @x to ptr)], section "llvm.metadata"
define void @P0() {
  %r0 = load i32, ptr addrspace(3) @x, align 4
  %c = icmp eq i32 %r0, 0
  %p = select i1 %c, ptr addrspace(3) @x, ptr addrspace(3) @y
  store i32 1, ptr addrspace(3) %p, align 4
  ret void
}
EOF
expect 0 'x = 1, y = 0$' "$work/kept.ll" --outcomes

# every prefix of a file is an answer or a refusal, never a crash
for file in vulkan/ticket-lock.litmus ir/lock-ticket.ll; do
    size=$(wc -c <"$file")
    for ((length = 1; length < size; length += 37)); do
        head -c "$length" "$file" >"$work/part.${file##*.}"
        "$tool" litmus "$work/part.${file##*.}" >/dev/null 2>&1
        case $? in [0-4] | 6) ;; *) fail "$file cut at $length" ;; esac
    done
done

"$tool" litmus vulkan/mp-narrow.litmus --dot "$work/graph.dot" >/dev/null
grep -q 'digraph execution' "$work/graph.dot" || fail "no graph"
if command -v dot >/dev/null; then
    dot -Tsvg "$work/graph.dot" >"$work/graph.svg" || fail "dot does not read the graph"
else
    echo "left out: no dot"
fi

[ $failures = 0 ] && echo "litmus command: all as expected"
[ $failures = 0 ]
