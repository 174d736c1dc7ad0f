#!/bin/bash
# Subgroup operations where control flow diverges: what an interpreter of lanes and masks computes (tangles.py), `race` leaves in memory, or
# it does not know; `litmus` refuses them, or has that outcome alone. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
count=60 asked=16
python3 "$tests/litmus/tangles.py" write "$work/tangles" $count 1
cd "$work/tangles"
for ((i = 0; i < count; i++)); do
    glslangValidator -V --target-env vulkan1.2 "$i.comp" -o "$i/module.spv" >"$work/said" || fail "$i.comp: $(cat "$work/said")"
done
"$spirv_mmra" race -j 2 --json $(seq 0 $((count - 1))) >"$work/race.json" 2>"$work/said" || [ $? = 6 ] || fail "race: $(cat "$work/said")"
python3 "$tests/litmus/tangles.py" judge "$work/race.json" >"$work/said" || fail "$(cat "$work/said")"
cat "$work/said"
read -r known _ <"$work/said"
[ "$known" = $count ] || fail "race knows only $known of $count"

told=0
for ((i = 0; i < asked; i++)); do
    status=0
    "$spirv_mmra" litmus "$i/module.spv" --groups 1 --subgroup 4 --outcomes >"$work/said" 2>&1 || status=$?
    [ $status != 4 ] || continue
    [ $status = 0 ] && python3 "$tests/litmus/tangles.py" outcome "$i" "$work/said" || fail "litmus $i.comp, status $status: $(cat "$work/said")"
    told=$((told + 1))
done
[ $told -ge 3 ] || fail "litmus tells only $told of $asked"

shader() { # NAME, with its body on standard input: of two invocations
    { printf '#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\nlayout(local_size_x = 2) in;\n'
        printf 'layout(set = 0, binding = 0) buffer Left { uint left[2]; };\nvoid main() { uint me = gl_LocalInvocationIndex;\n'
        cat
        echo '}'; } >"$1.comp"
    glslangValidator -V --target-env vulkan1.2 "$1.comp" -o "$1.spv" >/dev/null
}
says() { # NAME COMMAND STATUS PATTERN
    local status=0
    "$spirv_mmra" "$2" "$1.spv" --groups 1 --subgroup 2 >"$work/said" 2>&1 || status=$?
    [ $status = "$3" ] && grep -q "$4" "$work/said" || fail "$2 $1: status $status: $(cat "$work/said")"
}

# ---- the other waits at a barrier, which is not undefined behaviour ----
shader barrier <<'END'
    if (me == 1u)
        left[0] = subgroupAdd(me + 4u);
    barrier();
END
says barrier race 0 'no data race on this run'
says barrier litmus 4 'where control flow diverges'

# ---- different iterations are different dynamic instances (SPIR-V, 2.2.5): each lane is alone in its own ----
shader alone <<'END'
    for (uint i = 0u; i < 2u; i++)
        if (i == me)
            left[i] = subgroupAdd(1u);
END
says alone race 0 'no data race on this run'
says alone litmus 4 'where control flow diverges'

# ---- a round that leaves one out is no other's: both add up in the second of the outer loop's rounds ----
shader rounds <<'END'
    uint sum = 0u;
    for (uint i = 0u; i < 2u; i++) {
        for (uint k = 0u; k < me + i; k++)
            sum += subgroupAdd(1u);
        if (i == 1u)
            sum += 16u * subgroupAdd(1u);
    }
    left[me] = sum;
    if (sum != (me == 0u ? 2u + 32u : 1u + 2u + 1u + 32u))
        left[1u - me] = sum; // a race
END
says rounds race 0 'no data race on this run'

finish "$count shaders in race, $known known; litmus told $told of $asked"
