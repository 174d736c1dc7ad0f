#!/bin/bash
# A run that several processes do in parts says what one process says: the verdict, counts, which instructions ran and what memory holds.
# Of known shaders it is also known whether the parts speak, or only the whole run can tell; then random ones (SMMRA_RANDOM_SHADERS of
# them, from SMMRA_RANDOM_SEED on), and the algorithms, right and with their bug. SMMRA_COMMAND: another command.
# Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/litmus
command=${SMMRA_COMMAND:-$build/bin/shortcut_command}
count=${SMMRA_RANDOM_SHADERS:-40} seed=${SMMRA_RANDOM_SEED:-1}
compared=0 speaking=0
cd "$work"

compare() { # FILE OPTION...
    local processes
    for processes in 1 3; do
        { SMMRA_PARTS=1 "$command" race "$@" -j "$processes" --no-validate --json 2>said || true; } >"$processes"
        sed '/^parts /d' said >>"$processes"
    done
    cmp -s 1 3 || fail "$*: $(diff 1 3 | sed -n 1,12p)"
    compared=$((compared + 1))
    parts=$(sed -n 's/^parts //p' said | sed -n 1p)
    ! grep -q '^parts [2-9]' said || speaking=$((speaking + 1))
}

# ---- known ones: of seven workgroups of four invocations ----
says() { # PARTS|WHOLE BODY OPTION...
    printf '#version 450\n#pragma use_vulkan_memory_model\n#extension GL_KHR_memory_scope_semantics : require\nlayout(local_size_x = 4) in;\nlayout(set = 0, binding = 0) buffer B { uint n, left, own[64], words[4096]; int low, high; };\nlayout(set = 0, binding = 1) buffer C { uint few[16]; };\nshared uint s, part[4];\nvoid main() { uint me = gl_LocalInvocationIndex, all = gl_GlobalInvocationID.x, group = gl_WorkGroupID.x; %s }\n' "$2" >known.comp
    glslangValidator -V --target-env vulkan1.3 known.comp -o known.spv >/dev/null
    [ -z "${TWEAK-}" ] || spirv-dis --raw-id known.spv | sed "$TWEAK" | spirv-as --target-env vulkan1.3 --preserve-numeric-ids -o known.spv -
    compare known.spv --groups 7 "${@:3}"
    case $1 in
    PARTS) [ "$parts" -eq 3 ] || fail "the whole run has told: $2: $(cat 3)" ;;
    WHOLE) [ "$parts" -eq 0 ] || fail "parts have told: $2: $(cat 3)" ;;
    esac
}
says PARTS 'own[all] = all + 1u;'
says PARTS 'part[me] = me; barrier(); own[all] = part[3u - me] + words[64u * group];'
says PARTS 'own[all] = n; if (group == 6u) words[all] = 2u; else if (group == 7u) words[all] = 3u;' --input n=5
says PARTS 'for (uint i = 0u; i < 40u; i++) own[all] += i; words[100u * all] = own[all];'
# A word that one has written and another accesses: by whom ever, and in which order.
says WHOLE 'if (group == 0u) n = 1u; if (group == 6u && me == 0u) own[0] = n;'
says WHOLE 'if (group == 0u && me == 0u) own[0] = n; if (group == 6u && me == 0u) n = 1u;'
says WHOLE 'if (me == 0u && (group == 0u || group == 6u)) n = 1u;'
says WHOLE 'if (me == 0u) atomicStore(words[group / 6u], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);'
# Counting: a word that begins with something, by each operation.
says PARTS 'atomicAdd(n, all);' --input n=7
says PARTS 'if (me < 2u) atomicAnd(n, ~(1u << all));' --input n=0xffffff
says PARTS 'atomicOr(n, 1u << all);' --input n=0x80000000
says PARTS 'atomicXor(n, all * 0x1357u);' --input n=0x1234
says PARTS 'if (group < 4u) atomicXor(n, all * 0x1357u);' --input n=0x1234
says PARTS 'atomicMax(n, all); atomicMin(left, all);' --input n=3 --input left=50
says PARTS 'atomicMax(high, int(all) - 20); atomicMin(low, 10 - int(all));' --input high=-5 --input low=3
says PARTS 'atomicAdd(n, 1u); own[all] = 4u;'
TWEAK='s/OpAtomicIAdd/OpAtomicISub/' says PARTS 'atomicAdd(n, all);' --input n=1000
says PARTS 'atomicAdd(words[all / 8u], 1u);'
# Of two operations that do not commute with each other, each part has one; and plain accesses beside them.
says WHOLE 'if (group < 2u) atomicAdd(n, 5u); else if (group >= 4u) atomicMax(n, 9u);'
says WHOLE 'if (group == 0u) atomicAdd(n, 1u); if (group == 6u && me == 0u) own[0] = n;'
says WHOLE 'if (group == 0u && me == 0u) n = 1u; if (group == 6u) atomicAdd(n, 1u);'
says WHOLE 'own[all] = atomicAdd(n, 1u);'
# Counting hands over order, which somebody may take.
meet='controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);'
says WHOLE "own[all] = 1u; $meet atomicAdd(n, 1u); $meet"
says WHOLE "if (group % 6u == 0u) { own[all] = 1u; $meet atomicAdd(n, 1u); $meet }"
says PARTS "own[all] = 1u; $meet atomicAdd(n, 1u);"
says WHOLE 'if (me == 0u && group % 6u == 0u) atomicAdd(n, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);'
# What the last group alone does.
says WHOLE 'own[all] = 1u; if (group == 6u) few[all] = 1u;'
says WHOLE 'own[all] = 1u; if (group == 6u) own[0] = own[me + 1u];'
says WHOLE 'if (group == 6u && s != 0u) own[all] = 1u;'
says WHOLE 'if (group == 6u) own[all] = s;'
says WHOLE 'if (group == 6u) atomicAdd(s, 1u);'
says WHOLE 'if (group == 6u && me == 1u) barrier();'
says WHOLE 'if (group == 6u) for (uint i = 0u; i < 1u; i = 0u) own[all] = 1u;' --steps 1
says WHOLE 'if (group == 6u) part[me] = me; if (group == 6u) own[all] = part[3u - me];'
# Together they take more than is allowed, and none does alone.
says WHOLE 'for (uint i = 0u; i < 6000u; i++) own[all] += i;' --steps 1
# One waits for another.
says WHOLE 'if (all == 0u) atomicStore(n, 1u, gl_ScopeDevice, 0, 0); if (all == 27u) while (atomicLoad(n, gl_ScopeDevice, 0, 0) == 0u) ;'
SMMRA_WITHOUT=64 says PARTS 'own[all] = words[all]; words[1024u + all] = own[all];' # pages rest at the end of each group
SMMRA_WITHOUT=64 says WHOLE 'own[all] = words[all]; if (group == 6u && me == 0u) words[0] = 1u;'
[ "$failures" = 0 ] || finish "$compared known runs"

# ---- random ones ----
mkdir shaders
python3 "$here/random_shaders.py" write shaders "$count" "$seed"
python3 "$here/counted.py" write counted 12 "$seed"
for shader in counted/*.comp; do
    glslangValidator -V --target-env vulkan1.3 "$shader" -o "shaders/counted-$(basename "$shader").spv" >/dev/null
done
for shader in "$here"/algorithms/*.comp "$here"/shortcuts/*.comp "$tests"/stress/bench/race/*.comp; do
    glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" -o "shaders/right-$(basename "$shader").spv" "$shader" >/dev/null
    glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" -DBUG -o "shaders/bug-$(basename "$shader").spv" "$shader" >/dev/null
done
for shader in shaders/*; do
    compare "$shader" --groups 4 --steps 1
done
[ "$speaking" -ge 30 ] || fail "parts speak for $speaking of $compared runs alone"
finish "$compared runs in one process and in three, $speaking in parts"
