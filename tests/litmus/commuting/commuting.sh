#!/bin/bash
# Shaders whose atomics commute: where `race` says of one order that others are alike, many orders and the model checker, which tries all
# executions, find nothing either. Random ones (SMMRA_RANDOM_SHADERS of them, from SMMRA_RANDOM_SEED on), and some of which it is known.
# SMMRA_COMMAND: another command. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/litmus
command=${SMMRA_COMMAND:-$spirv_mmra}
count=${SMMRA_RANDOM_SHADERS:-120}
cd "$work"

# ---- known ones: of two workgroups of two invocations ----
says() { # HOW MANY RUNS SPEAK BODY
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#extension GL_EXT_shader_atomic_float : require\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) coherent buffer B { uint a, b; float f; uint left[4]; };\nshared uint s;\nvoid main() { uint me = gl_LocalInvocationIndex, all = gl_GlobalInvocationID.x; %s }\n' "$2" >known.comp
    glslangValidator -V --target-env vulkan1.2 known.comp -o known.spv >/dev/null
    local status=0
    "$command" race known.spv --groups 2 --no-validate >said 2>&1 || status=$?
    case $1 in
    alike) [ "$status" = 0 ] && grep -q '^  the atomics commute, .*: other orders are alike$' said || fail "not alike: $2: $(cat said)" ;;
    several) [ "$status" = 0 ] && grep -q ': no data race on 32 runs$' said || fail "not several orders: $2: $(cat said)" ;;
    race) [ "$status" = 1 ] && grep -q '^  found on run ' said || fail "no race in another order: $2: $(cat said)" ;;
    esac
}
says alike 'atomicAdd(a, me); atomicOr(b, 4u);'
says alike 'for (uint i = 0u; i < 3u; i++) atomicMax(a, all + i);'
says alike 'if (me == 0u) s = 0u; barrier(); atomicAdd(s, me + 1u); barrier(); left[all] = s;'
says several 'left[all] = atomicAdd(a, 1u);'                    # somebody reads what it returns
says several 'if (atomicAdd(a, 1u) == 5u) left[all] = 1u;'
says several 'atomicExchange(a, all);'                          # the last one stays
says several 'atomicCompSwap(a, 0u, all);'
says several 'atomicStore(a, all, gl_ScopeDevice, 0, 0);'
says several 'atomicAdd(a, 1u); atomicMax(a, all);'             # each commutes with itself alone
says several 'atomicAdd(f, 0.1);'                               # it rounds
says several 'if (all == 0u) atomicAdd(a, 1u); else if (atomicLoad(a, gl_ScopeDevice, 0, 0) == 1u) left[all] = 1u;'
# the first order has the write before the read, by what the atomics hand on; another has not
says race 'if (all == 0u) { left[0] = 1u; memoryBarrierBuffer(); atomicAdd(a, 1u); } else if (all == 3u) { atomicAdd(a, 1u); memoryBarrierBuffer(); b = left[0]; }'
says race 'if (all == 0u) { left[0] = 1u; memoryBarrierBuffer(); atomicAdd(a, 1u); } if (all >= 2u) { if (me == 1u) atomicAdd(a, 1u); memoryBarrierBuffer(); barrier(); if (me == 1u) b = left[0]; }'

# ---- random ones ----
mkdir shaders
python3 "$here/commuting/commuting.py" write shaders "$count" "${SMMRA_RANDOM_SEED:-1}"
cd shaders
for shader in *.comp; do
    glslangValidator -V --target-env vulkan1.2 "$shader" -o "${shader%.comp}.spv" >/dev/null
done
ask() { # FILE ARGUMENT...: its JSON
    local to=$1
    shift
    "$command" "$@" --no-validate --json ./*.spv >"$to" 2>../messages || [ $? = 1 ] || [ $? = 6 ] || fail "$*: $(cat ../messages)"
}
ask ../two race --groups 2
ask ../orders race --groups 2 --runs 24
ask ../one race --groups 1
ask ../all litmus --groups 1 --glsl450=strict --timeout 5
python3 "$here/commuting/commuting.py" compare ../two ../orders >../said || fail "$(cat ../said)"
read -r alike _ <../said
python3 "$here/commuting/commuting.py" compare ../one ../all >../said || fail "$(cat ../said)"
read -r alone told <../said
[ "$alike" -ge $((count / 10)) ] && [ "$told" -ge $((count / 8)) ] || fail "only $alike and $told of $count are alike"
finish "$count random shaders: orders of $alike in two workgroups are alike, of $alone in one; litmus tells of $told of these"
