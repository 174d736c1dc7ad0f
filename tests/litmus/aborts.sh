#!/bin/bash
# OpAbortKHR (SPV_KHR_abort) in `litmus` and `race`: an end with a name of its own, at which nobody waits for ever, no condition is asked,
# and races are still races; translations abort where the module does, and nowhere else. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/../project/common.sh"
need_newest_glslang
. "$(dirname "$0")/expect.sh"

head='#version 460
#extension GL_EXT_abort : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_ballot : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0) nonprivate buffer Data { uint data, more; };
layout(binding = 1) buffer Flag { uint flag; };
shared uint tile[2];
#define RELEASE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable
#define ACQUIRE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible'

compile() { # NAME FUNCTIONS BODY
    printf '%s\n%s\nvoid main() { uint i = gl_LocalInvocationIndex, group = gl_WorkGroupID.x; %s }\n' "$head" "$2" "$3" >"$work/$1.comp"
    newest-glslangValidator --quiet -g -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
judged() { # COMMAND STATUS PATTERN NAME GROUPS BODY [OPTION...]
    compile "$4" '' "$6"
    expect_of "$1" "$2" "$3" "$work/$4.spv" --no-validate --groups "$5" "${@:7}"
}
says() { grep -q -- "$1" "$work/out" || fail "$2: no '$1' in: $(cat "$work/out")"; }
lacks() { ! grep -q -- "$1" "$work/out" || fail "$2: '$1' in: $(cat "$work/out")"; }

# ---- the name of the end, and where it is ----
for command in litmus race; do
    judged $command 1 'an abort' one 1 'if (i == 1u) abortEXT("one");'
    says 'one.comp:[0-9]*.*an abort, by workgroup 0,\? invocation 1' one
    judged $command 0 'no data race' none 1 'if (i == 2u) abortEXT("none");'
done
judged litmus 0 'no data race' one 1 'if (i == 1u) abortEXT("one");' --allow=abort,unknown
judged litmus 1 '"fault": "abort"' one 1 'if (i == 1u) abortEXT("one");' --json

# ---- nobody waits for ever for one that has aborted: "terminated in finite time" ----
for command in litmus race; do
    judged $command 1 'an abort' barrier 1 'if (i == 1u) abortEXT("barrier"); barrier(); tile[i] = 1u;'
    lacks 'divergent\|deadlock\|endless' barrier
    judged $command 1 'divergent barrier' returned 1 'if (i == 1u) return; barrier(); tile[i] = 1u;'
    judged $command 1 'an abort' spin 1 'if (i == 1u) abortEXT("spin"); while (atomicLoad(flag, ACQUIRE) == 0u); data = i;'
    lacks 'divergent\|deadlock\|endless' spin
    judged $command 1 'endless loop\|deadlock' spin-returned 1 'if (i == 1u) return; while (atomicLoad(flag, ACQUIRE) == 0u); data = i;'
done
# in a run of `race` those who wait for it end there
judged litmus 1 'data race' behind-barrier 2 'if (group == 0u && i == 1u) abortEXT("barrier"); barrier(); if (i == 0u) data = group;'
# a subgroup operation behind it is one without all invocations, which is refused as behind a return
judged litmus 4 'not all invocations come to it' ballot 1 'if (i == 1u) abortEXT("ballot"); tile[i] = subgroupBallotBitCount(subgroupBallot(true));'
judged race 1 'an abort' ballot 1 'if (i == 1u) abortEXT("ballot"); tile[i] = subgroupBallotBitCount(subgroupBallot(true));'

# where an invocation waits for ever is told of an execution without an abort, in which it is another place
judged litmus 1 'goes round here for ever' two-waits 1 'if (i == 1u) { if (atomicLoad(more, gl_ScopeDevice, 0, 0) == 0u) abortEXT("now");
    atomicStore(flag, 1u, gl_ScopeDevice, 0, 0); return; }
    atomicStore(more, 1u, gl_ScopeDevice, 0, 0);
    while (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 0u);
    while (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 1u);'
lacks ':16:.*goes round' two-waits

# ---- races: what was done before the abort counts, and what the others do behind it; nothing behind it is done by itself ----
for command in litmus race; do
    judged $command 1 'data race' raced-before 1 'if (i == 1u) { data = 1u; abortEXT("raced"); } data = 2u;'
    judged $command 1 'data race' raced-by-others 2 'if (group == 0u && i == 0u) abortEXT("raced"); if (i == 1u) data = 2u + group;'
    judged $command 1 'an abort' not-raced 1 'if (i == 1u) { abortEXT("raced"); data = 1u; } data = 2u;'
    lacks ': data race' not-raced
done
# an abort makes nothing available, and orders nothing
judged litmus 1 'data race' no-release 2 'if (i != 0u) return; if (group == 0u) { data = 1u; atomicStore(flag, 1u, gl_ScopeDevice, 0, 0); abortEXT("no"); }
    else if (atomicLoad(flag, ACQUIRE) == 1u) more = data;'
judged litmus 1 'no data race' release 2 'if (i != 0u) return; if (group == 0u) { data = 1u; atomicStore(flag, 1u, RELEASE); abortEXT("no"); }
    else if (atomicLoad(flag, ACQUIRE) == 1u) more = data;'
says 'an abort' release
# undefined behaviour is told, whoever comes first
judged race 1 'out of bounds' undefined 1 'if (i == 0u) abortEXT("first"); tile[i + 1u] = 1u;'

# ---- conditions are asked of executions without an abort: behind one others may be ended anywhere ----
# The invocations have the numbers 1 and 2 in either order. Those behind LAST abort; the others count.
condition() { # STATUS PATTERN QUESTION LAST
    sed "s/QUESTION/$3/; s/LAST/$4/" <<'END' >"$work/counted.spvasm"
; @Output: QUESTION
; @Config: 2, 1, 1
OpCapability Shader
OpCapability !5120
OpExtension "SPV_KHR_abort"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %block
OpExecutionMode %main LocalSize 2 1 1
OpDecorate %block DescriptorSet 0
OpDecorate %block Binding 0
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpMemberDecorate %Block 1 Offset 4
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%bool = OpTypeBool
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%last = OpConstant %uint LAST
%Block = OpTypeStruct %uint %uint
%block_pointer = OpTypePointer StorageBuffer %Block
%uint_pointer = OpTypePointer StorageBuffer %uint
%block = OpVariable %block_pointer StorageBuffer
%main = OpFunction %void None %function
%entry = OpLabel
%tickets = OpAccessChain %uint_pointer %block %u0
%counted = OpAccessChain %uint_pointer %block %u1
%ticket = OpAtomicIAdd %uint %tickets %u1 %u0 %u1
%behind = OpUGreaterThan %bool %ticket %last
OpSelectionMerge %on None
OpBranchConditional %behind %end %on
%end = OpLabel
!0x00031401 %uint %ticket
%on = OpLabel
%more = OpAtomicIAdd %uint %counted %u1 %u0 %u1
OpReturn
OpFunctionEnd
END
    expect "$1" "$2" "$work/counted.spvasm" --no-validate --allow=abort,unknown
}
condition 0 'the condition holds' 'forall (%block[1] == 2)' 1
condition 1 'the condition does not hold' 'forall (%block[1] == 1)' 1
condition 0 'the condition is unknown' 'forall (%block[1] == 1)' 0 # all executions have an abort
condition 0 'the condition is unknown' 'forall (%block[1] == 2)' 0

# ---- translations ----
translated() { # NAME FUNCTIONS BODY
    compile "$1" "$2" "$3"
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$work/$1.spv" --no-validate --groups 1 --translate --llvm=$profile
    done
}
functions='uint inner(uint n) { if (n == 1u) { atomicAdd(data, 1u); abortEXT("inner %u", n); } return n + 1u; }
void outer(uint n) { for (uint k = 0u; k < 2u; k++) more = inner(n + k); }'
translated nested "$functions" 'uint n = atomicAdd(flag, 1u); if (i == 0u) outer(n); atomicAdd(data, 4u);'
translated maybe '' 'uint n = atomicAdd(flag, 1u); if (n == 1u && atomicLoad(more, gl_ScopeDevice, 0, 0) == 0u) abortEXT("maybe"); atomicAdd(data, 1u);'
translated always '' 'atomicAdd(data, i); abortEXT();'

# turned round, so that the other invocation aborts; and without the abort
compile turned '' 'if (i == 1u) { atomicAdd(data, 1u); abortEXT("turned"); }'
expect 1 'unsound' "$work/turned.spv" --no-validate --groups 1 --translate --through 'sed s/icmp.eq/icmp\x20ne/'
says 'an abort by' turned
expect 1 'unsound' "$work/turned.spv" --no-validate --groups 1 --translate --through 'sed /call.void.@smmra.abort/d'

# ---- helper invocations only end ----
fragment() { # NAME BODY
    printf '#version 460\n#extension GL_EXT_abort : require\n#extension GL_EXT_demote_to_helper_invocation : require
layout(binding = 0) buffer Data { uint data; };\nvoid main() { %s }\n' "$2" >"$work/$1.frag"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/$1.frag" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
fragment helper 'atomicAdd(data, 1u); demote; abortEXT("helper");'
expect 0 'no data race' "$work/helper.spv" --no-validate
lacks 'an abort' helper
expect 0 'sound and tight' "$work/helper.spv" --no-validate --translate
fragment live 'if (atomicAdd(data, 1u) > 7u) demote; abortEXT("live");'
expect 1 'an abort' "$work/live.spv" --no-validate --groups 1 --local 1
expect 0 'sound and tight' "$work/live.spv" --no-validate --translate --groups 1 --local 1

# machine code calls a function that only a shell has
compile machine '' 'if (i == 1u) abortEXT("machine");'
if command -v llc-22 >/dev/null; then
    expect 4 'OpAbortKHR in machine code' "$work/machine.spv" --no-validate --groups 1 --machine=gfx1100 --llvm=22
fi
echo "$failures failures"
[ $failures = 0 ]
