#!/bin/bash
# What a verdict of `race` is about: which reading of GLSL450, and what never ran. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# says STATUS PATTERN ARGUMENT...: of race
says() {
    local status=$1 pattern=$2 got
    shift 2
    "$tool" race "$@" >"$work/out" 2>&1
    got=$?
    [ $got = "$status" ] || fail "race $*: status $got, not $status: $(head -3 "$work/out")"
    grep -q -- "$pattern" "$work/out" || fail "race $*: no '$pattern' in: $(cat "$work/out")"
}
shader() {
    printf '%s\n' "${@:2}" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 -g "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile"
}

# the last to count reads what the others wrote, which is coherent for drivers alone
for coherent in '' coherent; do
    shader "last$coherent" '#version 450' 'layout(local_size_x = 1) in;' "layout(binding = 0) $coherent buffer P { uint part[]; };" \
        'layout(binding = 1) buffer S { uint done; uint total; };' 'void main() {' 'part[gl_WorkGroupID.x] = 1u;' 'memoryBarrierBuffer();' \
        'if (atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u) { memoryBarrierBuffer();' 'total = part[0]; } }'
done
says 1 'last.spv: data race$' "$work/last.spv" --groups 2
grep -q 'as the specification reads it; as drivers read it (--glsl450=conservative): no data race' "$work/out" || fail 'nothing of drivers'
says 0 'taken for granted: GLSL450 is read as drivers read it' "$work/last.spv" --groups 2 --glsl450=conservative
says 1 '"race": true, .*' "$work/last.spv" --groups 2 --json
grep -q '"reading": "strict", "drivers_race": false' "$work/out" || fail "JSON has no readings"
says 0 'GLSL450 as the specification reads it (--glsl450=strict)$' "$work/lastcoherent.spv" --groups 2

# what no invocation comes to is named, until it runs
shader branch '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b; };' \
    'layout(push_constant) uniform P { uint total; };' 'void main() {' 'if (total > 2u)' '    b = gl_LocalInvocationIndex;' '}'
says 0 'never ran, so nothing is said of them: .*branch.comp:7 (--input' "$work/branch.spv"
grep -q 'one workgroup ran: races between workgroups need --groups 2' "$work/out" || fail 'nothing of other workgroups'
says 0 '"never_ran": \[{"word": [0-9]*, "line": 7, "file": ".*branch.comp"}\]' "$work/branch.spv" --groups 2 --json
says 1 'branch.spv: data race$' "$work/branch.spv" --input total=3
! grep -q 'never ran' "$work/out" || fail 'what ran is said not to'

[ $failures = 0 ] && echo 'litmus verdicts: all as expected'
