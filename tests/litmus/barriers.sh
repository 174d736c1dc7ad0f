#!/bin/bash
# Control barriers to which not all invocations of a workgroup come, or not in the same round of a loop or by the same call: `litmus` and `race` name
# both, and nothing is asked of a translation. Those that all come to, on whatever ways before, are none. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME BODY [BEFORE MAIN]: `i` is the invocation's number in a workgroup of two
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#extension GL_KHR_shader_subgroup_basic : require' \
        '#pragma use_vulkan_memory_model' 'layout(local_size_x = 2) in;' 'layout(binding = 0) buffer B { uint flag, counts[2], steps; };' 'shared uint s[2];' \
        'uint get() { return atomicLoad(flag, gl_ScopeDevice, 0, 0); }' 'void set(uint v) { atomicStore(flag, v, gl_ScopeDevice, 0, 0); }' \
        "${3:-}" 'void main() { uint i = gl_LocalInvocationIndex, n = 0u;' "$2" '}' >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 ||
        fail "$1 does not compile: $(cat "$work/out")"
}
# race STATUS PATTERN NAME: what one run says
race() { expect_of race "$1" "$2" "$work/$3.spv" --groups 1; }
# may_diverge HOW NAME BODY [BEFORE MAIN]: in some executions
may_diverge() {
    local how=$1
    shift
    shader "$@"
    message="divergent barrier: workgroup 0, invocation . comes to a control barrier at word [0-9]*, workgroup 0, invocation . $how"
    expect 1 "$message" "$work/$1.spv" --groups 1
    expect 0 'divergent barrier' "$work/$1.spv" --groups 1 --allow=divergent-barrier,unknown
    expect 1 'nothing is asked: undefined behaviour' "$work/$1.spv" --groups 1 --translate
}
# the same in each execution, and so in the one that `race` looks at
diverges() {
    may_diverge "$@"
    race 1 '^.*: error: word [0-9]*: divergent barrier: workgroup 0, invocation . comes to this control barrier \[divergent-barrier\]$' "$2"
    race 1 "^.*: note: word [0-9]*: workgroup 0, invocation . $1" "$2"
}
# meets NAME BODY [BEFORE MAIN]
meets() {
    shader "$@"
    expect 0 'no data race$' "$work/$1.spv" --groups 1
    expect 0 'sound and tight' "$work/$1.spv" --groups 1 --translate
    race 0 'no data race on [a-z0-9]* runs*$' "$1"
}

other='comes to another one at word'
round='comes to it in another round of a loop, or by another call at word'
ends='ends without it$'
f='void f() { barrier(); }'
# what all of them lead to is one barrier each: the numbers agree, the barriers do not
diverges "$other" branches 's[i] = 1u; if (i == 0u) barrier(); else barrier(); counts[i] = s[1u - i];'
diverges "$other" cases 'switch (i) { case 0u: barrier(); break; default: barrier(); }'
diverges "$other" crossed 'if (i == 0u) { barrier(); if (get() == 0u) barrier(); } else { barrier(); barrier(); }'
may_diverge "$other" read 'if (i == 0u) set(1u); if (get() == 0u) barrier(); else barrier();'
diverges "$other" subgroups 'if (i == 0u) subgroupBarrier(); else subgroupBarrier();'
diverges "$round" calls 'if (i == 0u) f(); else f();' "$f"
diverges "$round" calls-of-calls 'if (i == 0u) g(1u); else g(2u);' "$f void g(uint n) { for (uint k = 0u; k < 2u; k++) if (k == n - 1u) f(); }"
diverges "$round" rounds 'for (uint k = 0u; k < 2u; k++) if (k == i) barrier();'
diverges "$round" rounds-of-calls 'for (uint k = 0u; k < 3u; k++) if (k >= i && k < i + 2u) f();' "$f"
diverges "$round" nested 'uint a = 1u + i, b = 2u - i; for (uint k = 0u; k < a; k++) for (uint l = 0u; l < b; l++) barrier();'
diverges "$round" again 'for (uint o = 0u; o < 2u; o++) for (uint k = 0u; k < 2u; k++) if (k == (o + i) % 2u) barrier();'
diverges "$round" breaks 'for (uint k = 0u;; k++) if (k == i) { barrier(); break; }'
may_diverge "$round" waits 'if (i == 0u) set(1u); for (;;) if (get() == 1u) { barrier(); break; }'
diverges "$ends" left-out 'if (i == 0u) barrier();'
diverges "$ends" returns 'if (i == 0u) return; barrier(); counts[i] = 1u;'
diverges "$ends" longer 'for (uint k = 0u; k <= i; k++) barrier();'
# a barrier that does not open comes before what its thread would wait for
shader waits-behind 'if (i == 0u) { barrier(); while (get() == 0u); }'
expect 1 "divergent barrier: .*$ends" "$work/waits-behind.spv" --groups 1

meets straight 's[i] = i; barrier(); counts[i] = s[1u - i]; barrier(); s[i] = 2u;'
meets uniform 'if (gl_WorkGroupID.x == 0u) barrier(); else barrier();'
meets joined 'if (i == 0u) n = 1u; else n = 2u; s[i] = n; barrier(); counts[i] = s[1u - i];'
meets loop 'for (uint k = 0u; k < 3u; k++) { s[i] = k; barrier(); n += s[1u - i]; barrier(); } counts[i] = n;'
meets unlike-loops 'for (uint k = 0u; k <= i; k++) n += k; barrier(); for (uint k = i; k < 3u; k++) n += k; barrier(); counts[i] = n;'
meets left-early 'for (uint k = 0u; k < 3u; k++) { if (k == i) break; n++; } for (uint k = 0u; k < 2u; k++) barrier(); counts[i] = n;'
meets returned 'counts[i] = g(i); barrier();' 'uint g(uint i) { for (uint k = 0u; k < 2u; k++) if (k == i) return 7u; return 8u; }'
meets called 'f(); f(); for (uint k = 0u; k < 2u; k++) f();' "$f"
meets within 'for (uint k = 0u; k < 2u; k++) { for (uint l = 0u; l <= i; l++) n++; f(); } counts[i] = n;' "$f"
meets entered-anew 'for (uint o = 0u; o < 2u; o++) for (uint k = 0u; k <= (o == 0u ? i : 1u); k++) if (o == 1u) barrier();'
meets subgroup 'subgroupBarrier(); counts[i] = 1u; subgroupBarrier();'
# memory barriers around a control barrier that orders nothing itself: its execution scope counts, not its memory scope
order='gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable); control'
after='gl_StorageSemanticsShared, gl_SemanticsAcquire | gl_SemanticsMakeVisible); counts[i] = s[1u - i];'
around() { # SCOPE of the memory barriers, EXECUTION scope
    echo "s[i] = 1u; memoryBarrier(gl_Scope$1, ${order}Barrier(gl_Scope$2, gl_ScopeInvocation, 0, 0); memoryBarrier(gl_Scope$1, $after"
}
meets around "$(around Workgroup Workgroup)"
meets around-subgroup "$(around Subgroup Subgroup)"
expect 1 'data race' "$work/around-subgroup.spv" --groups 1 --subgroup 1
shader around-narrow "$(around Subgroup Workgroup)"
expect 1 'data race' "$work/around-narrow.spv" --groups 1 --subgroup 1
# a loop that waits stays decided though barriers stand around it
meets waiting 'for (uint k = 0u; k < 2u; k++) { if (i == 0u) set(k + 1u); else while (get() <= k); barrier(); }'
# nothing behind a barrier happens while another leaves it out: it cannot be why that one does
meets behind 'if (get() != 0u) return; barrier(); if (i == 0u) set(1u);'
meets behind-loop 'for (uint k = 0u; k < 2u; k++) { if (get() != 0u) break; barrier(); } if (i == 0u) set(1u);'
meets behind-two 'barrier(); if (get() != 0u) return; barrier(); n = atomicAdd(flag, 1u, gl_ScopeDevice, 0, 0); counts[i] = n - n;'
may_diverge "$ends" before 'if (i == 0u) set(1u); if (get() != 0u) return; barrier();'
shader race-behind 'if (i == 0u) { barrier(); steps = 1u; } else steps = 2u;'
expect 1 'race-behind.spv: no data race before undefined behaviour$' "$work/race-behind.spv" --groups 1

# where the source is known both places are named, and in the assembly the lines
glslangValidator -V -gVS --target-env vulkan1.3 "$work/branches.comp" -o "$work/debug.spv" >"$work/out" || fail 'branches.comp does not compile'
line=$(grep -n 'if (i == 0u) barrier' "$work/branches.comp" | cut -d: -f1)
for command in litmus race; do
    "$tool" $command "$work/debug.spv" >"$work/out"
    grep -q "branches.comp:$line:.*: error: divergent barrier: workgroup 0, invocation 0 comes to this control barrier" "$work/out" || fail "$command: no place of the first barrier"
    grep -q "branches.comp:$line:.*: note: workgroup 0, invocation 1 comes to another one at line $line" "$work/out" || fail "$command: no place of the second barrier"
done
spirv-dis "$work/branches.spv" -o "$work/branches.spvasm"
lines=$(grep -n OpControlBarrier "$work/branches.spvasm" | cut -d: -f1 | tr '\n' ' ')
read -r first second <<<"$lines"
expect 1 "a control barrier at line $first, workgroup 0, invocation 1 comes to another one at line $second" "$work/branches.spvasm"

# ---- branches on what shared memory holds: no read waits for what can only be written behind the next barrier, so that one execution
# is looked at ----
sorts() { # NAME STEPS: four values are sorted, and then whoever stores past the end has found them unsorted
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 4) in;' \
        'layout(binding = 0) buffer O { uint o[4]; };' 'shared uint a[4];' '#define l gl_LocalInvocationIndex' \
        '#define meet controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, MEMORY, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)' \
        'void order(uint from, uint to, bool up) { uint x = a[from], y = a[to]; if (x > y == up) { a[from] = y; a[to] = x; } }' \
        "void main() { a[l] = l * 3u & 3u; meet; $2 o[a[l] == l ? l : 9u] = 1u; }" >"$work/$1.comp"
    for memory in Shared Buffer; do
        glslangValidator -V --target-env vulkan1.3 -DMEMORY=gl_StorageSemantics$memory -o "$work/$1-$memory.spv" "$work/$1.comp" >"$work/log" ||
            fail "$1: $(cat "$work/log")"
    done
}
sorts bitonic 'for (uint k = 2u; k <= 4u; k <<= 1) for (uint j = k >> 1; j > 0u; j >>= 1) { uint p = l ^ j; if (p > l) order(l, p, (l & k) == 0u); meet; }'
sorts odd-even 'for (uint k = 0u; k < 4u; k++) { if ((l & 1u) == (k & 1u) && l < 3u) order(l, l + 1u, true); meet; }'
sorts neighbours 'for (uint k = 0u; k < 4u; k++) { if (l < 3u) order(l, l + 1u, true); meet; }'
for name in bitonic odd-even; do
    expect 0 'no data race' "$work/$name-Shared.spv" --groups 1
    [ "$(sed -n 's/.*1 execution, \([0-9]*\) evaluations.*/\1/p' "$work/out")" -lt 100 ] || fail "$name: $(cat "$work/out")"
    expect 1 'data race' "$work/$name-Buffer.spv" --groups 1
done
expect 1 'data race' "$work/neighbours-Shared.spv" --groups 1

[ $failures = 0 ] && echo 'litmus barriers: all as expected'
[ $failures = 0 ]
