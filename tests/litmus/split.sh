#!/bin/bash
# Split barriers (SPV_EXT_split_barrier): what comes before an arrival happens before what comes behind the waits of the others, and what an
# invocation does between its own two does not. `litmus` and `race` say the same, and translations of the right ones are sound. Run in tests/, with
# SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
here=$PWD/$(dirname "$0")

# shader NAME BODY [HALF]: `i` is the invocation's number in a workgroup of two; HALF has no semantics
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' \
        '#define ARRIVE(memory) controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, memory, gl_SemanticsRelease | gl_SemanticsMakeAvailable)' \
        '#define WAIT(memory) controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, memory, gl_SemanticsAcquire | gl_SemanticsMakeVisible)' \
        '#define RELEASE(memory) memoryBarrier(gl_ScopeWorkgroup, memory, gl_SemanticsRelease | gl_SemanticsMakeAvailable)' \
        '#define ACQUIRE(memory) memoryBarrier(gl_ScopeWorkgroup, memory, gl_SemanticsAcquire | gl_SemanticsMakeVisible)' \
        '#define SHARED gl_StorageSemanticsShared' '#define BUFFER gl_StorageSemanticsBuffer' 'layout(local_size_x = 2) in;' \
        'layout(binding = 0) buffer Results { uint results[2]; };' 'layout(binding = 1) nonprivate buffer Data { uint data[2]; };' 'shared uint s[2];' \
        'void main() { uint i = gl_LocalInvocationIndex, zero = 0u;' "$2" '}' >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.whole.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
    spirv-dis "$work/$1.whole.spv" -o "$work/$1.whole.spvasm"
    # shellcheck disable=SC2086 # none or one
    python3 "$here/split.py" "$work/$1.whole.spvasm" ${3:-} >"$work/$1.spvasm"
}
# race STATUS PATTERN NAME: what runs say
race() { expect_of race "$1" "$2" "$work/$3.spvasm" --groups 1 --runs 3; }
# orders NAME BODY: no data race, and a translation that holds for each profile
orders() {
    shader "$@"
    expect 0 'no data race$' "$work/$1.spvasm" --groups 1
    race 0 'no data race on this run$' "$1"
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$work/$1.spvasm" --groups 1 --translate --llvm $profile
    done
}
races() {
    shader "$@"
    expect 1 'data race$' "$work/$1.spvasm" --groups 1
    race 1 'data race$' "$1"
    expect 1 'nothing is asked: data race' "$work/$1.spvasm" --groups 1 --translate
}
undefined() { # PATTERN NAME BODY
    local pattern=$1
    shift
    shader "$@"
    expect 1 "$pattern" "$work/$1.spvasm" --groups 1
    race 1 "$pattern" "$1"
}

hand='s[i] = i + 1u; ARRIVE(SHARED); results[i] = 7u; WAIT(SHARED); results[i] = s[1u - i];'
orders handed "$hand"
expect 0 '_\[0\]\[0\] = 2, _\[0\]\[1\] = 1$' "$work/handed.spvasm" --groups 1 --outcomes
races no-release "$hand" arrive
races no-acquire "$hand" wait
races other-memory "${hand//SHARED/BUFFER}"
orders both-memories 's[i] = 1u; data[i] = 1u; ARRIVE(SHARED | BUFFER); WAIT(SHARED | BUFFER); results[i] = s[1u - i] + data[1u - i];'
races one-memory 's[i] = 1u; data[i] = 1u; ARRIVE(SHARED); WAIT(SHARED | BUFFER); results[i] = s[1u - i] + data[1u - i];'
# what stands between the two
races written-between 'ARRIVE(SHARED); s[i] = 1u; WAIT(SHARED); results[i] = s[1u - i];'
races read-between 's[i] = 1u; ARRIVE(SHARED); results[i] = s[1u - i]; WAIT(SHARED);'
races read-between-written-behind 'ARRIVE(BUFFER); results[i] = data[i]; WAIT(BUFFER); data[1u - i] = 1u;'
orders read-before-written-behind 'results[i] = data[i]; ARRIVE(BUFFER); WAIT(BUFFER); data[1u - i] = 1u;'
# a fence between the two is no part of the arrival, nor of the wait
races released-between 'ARRIVE(SHARED); s[i] = 1u; RELEASE(SHARED); WAIT(SHARED); results[i] = s[1u - i];'
races acquired-between 's[i] = 1u; ARRIVE(SHARED); ACQUIRE(SHARED); results[i] = s[1u - i]; WAIT(SHARED);'
races acquired-at-last 's[i] = 1u; ARRIVE(SHARED); ACQUIRE(SHARED); WAIT(SHARED); results[i] = s[1u - i];' wait
# one before the arrival is, and one behind the wait, as with a control barrier
orders released-before 's[i] = 1u; RELEASE(SHARED); ARRIVE(SHARED); WAIT(SHARED); results[i] = s[1u - i];' arrive
orders acquired-behind 's[i] = 1u; ARRIVE(SHARED); WAIT(SHARED); ACQUIRE(SHARED); results[i] = s[1u - i];' wait
# rounds: a tile that is filled again once all have read it
orders rounds 'for (uint k = 0u; k < 2u; k++) { s[i] = k; ARRIVE(SHARED); WAIT(SHARED); results[i] += s[1u - i]; ARRIVE(SHARED); results[i] *= 2u; WAIT(SHARED); }'
races rounds-without 'for (uint k = 0u; k < 2u; k++) { s[i] = k; ARRIVE(SHARED); WAIT(SHARED); results[i] += s[1u - i]; }'
orders ahead 's[i] = 5u; ARRIVE(SHARED); for (uint k = 0u; k < 2u; k++) { WAIT(SHARED); results[i] += s[1u - i] + k; ARRIVE(SHARED); } WAIT(SHARED); s[i] = 9u;'

orders last-arrival 's[i] = 5u; ARRIVE(SHARED); WAIT(SHARED); results[i] = s[1u - i]; ARRIVE(SHARED);'

# which arrival belongs to which wait
undefined 'divergent barrier' other-arrival 'if (i == 0u) ARRIVE(SHARED); else ARRIVE(SHARED); WAIT(SHARED);'
undefined 'divergent barrier' other-wait 'ARRIVE(SHARED); if (i == 0u) WAIT(SHARED); else WAIT(SHARED);'
undefined 'divergent barrier' never-waits 'ARRIVE(SHARED); if (i == 0u) WAIT(SHARED);'
undefined 'divergent barrier' other-round 'for (uint k = 0u; k < 2u; k++) if (k == i) { ARRIVE(SHARED); WAIT(SHARED); }'
undefined 'a wait whose arrival is not the last' no-arrival 'WAIT(SHARED);'
undefined 'an arrival at a split barrier after another one' twice 'ARRIVE(SHARED); ARRIVE(SHARED); WAIT(SHARED);'

# `race` names the halves
shader named "$hand" arrive
race 1 'wait at a split barrier\|arrival at a split barrier' named

# as the newest glslang writes them; with its own words for the halves
glslang=$(command -v newest-glslangValidator || echo "$here/../../build/newest/bin/newest-glslangValidator")
if [ -x "$glslang" ]; then
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#extension GL_EXT_split_barrier : require' \
        '#pragma use_vulkan_memory_model' 'layout(local_size_x = 2) in;' 'layout(binding = 0) buffer Results { uint results[2]; };' 'shared uint s[2];' \
        'void main() { uint i = gl_LocalInvocationIndex; s[i] = i; ' 'controlBarrierArrive(); results[i] = 7u; controlBarrierWait(); results[i] = s[1u - i]; }' >"$work/glsl.comp"
    "$glslang" -V --target-env vulkan1.4 "$work/glsl.comp" -o "$work/glsl.spv" >"$work/out" 2>&1 || fail "GL_EXT_split_barrier does not compile: $(cat "$work/out")"
    expect 0 'no data race$' "$work/glsl.spv" --groups 1
    expect 0 'sound and tight' "$work/glsl.spv" --groups 1 --translate
else
    echo "left out: GL_EXT_split_barrier, as no glslang knows it; tests/project/newest.sh has one"
fi

[ $failures = 0 ] && echo "split barriers: all as expected"
[ $failures = 0 ]
