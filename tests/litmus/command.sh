#!/bin/bash
# The subcommand litmus: exit statuses, output, graphs, hostile input. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")" || exit 1

expect 0 'the condition holds; no data race' vulkan/barrier.litmus
expect 1 'the condition does not hold; no data race' vulkan/mp-atomic-atomic.litmus
expect 0 'data race' vulkan/mp-narrow.litmus
expect 0 'does not happen before' vulkan/mp-narrow.litmus --explain
expect 0 'made available at workgroup only, and e5 is in another workgroup' vulkan/av-narrow.litmus --explain
expect 0 'the condition holds; no data race' ir/lock-cas.ll
expect 1 'some execution reads undef' ir/barrier-alone-asked.ll
expect 0 'some execution reads undef' ir/barrier-alone.ll
expect 0 '0 executions, 1 that hang' ir/barrier-never-reached.ll
expect 0 'P0:r0 = 0, P1:r0 = 0, x = 1, y = 1' vulkan/store-buffering.litmus --outcomes
expect 0 'sound and tight' vulkan/barrier.litmus --translate
expect 0 'fence syncscope("workgroup") acq_rel' vulkan/barrier.litmus --translate --show-ir
expect 0 'call void @llvm.amdgcn.av.store.b32.p1' vulkan/av-vis.litmus --translate --show-ir --llvm 24
expect 0 'nothing is asked: data race' vulkan/mp-narrow.litmus --translate
expect 0 '48 of 48 mistakes exposed' vulkan/*.litmus --mutate
expect 1 'mistakes exposed' vulkan/thin-air.litmus --mutate
expect 1 'the condition does not hold' vulkan/load-buffering.litmus --po-rf-acyclic
expect 2 'no input'
expect 2 '' vulkan/barrier.litmus --no-such-option
expect 2 '' "$work/not-there.litmus"
expect 4 'not supported' ir/README.md
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
        [ $? -le 4 ] || fail "$file cut at $length"
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
