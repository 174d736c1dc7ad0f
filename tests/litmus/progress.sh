#!/bin/bash
# spirv-mmra race --progress: which model of workgroup progress shaders need, by their own words in this file; what a model does not promise is a
# fault, and what is not known is unknown. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

make() { # NAME BODY: one invocation of each workgroup, or two
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#define LOAD(x) atomicLoad(x, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire)\n#define STORE(x) atomicStore(x, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease)\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) coherent buffer B { uint next, lock, count, flag[8], also[8], sum[8]; };\nshared uint tile;\nvoid main() {\nuint g = gl_WorkGroupID.x, last = gl_NumWorkGroups.x - 1;\n%s\n}\n' "$2" >"$1.comp"
    glslangValidator -V --target-env vulkan1.2 -g "$1.comp" -o "$1.spv" >/dev/null
}
race() { # STATUS FILE OPTION...
    local wanted=$1 status=0
    shift
    "$spirv_mmra" race "$@" >said 2>&1 || status=$?
    [ "$status" = "$wanted" ] || fail "$*: status $status: $(cat said)"
}
judged=0
declare -A needed lines
# needs MODEL NAME PATTERN: three workgroups of it
needs() {
    needed[$2]=$1 lines[$2]=$3
}

scan='if (gl_LocalInvocationIndex == 0) {
    tile = TILE;
    uint before = 0;
    if (tile > 0) {
        while (LOAD(flag[tile - 1]) == 0) ;
        before = sum[tile - 1];
    }
    sum[tile] = before + 1;
    STORE(flag[tile]);
}
barrier();'
make ticket "${scan//TILE/atomicAdd(next, 1)}"
needs obe ticket 'workgroup [0-3] waits for workgroup [0-3], which need not go on (ticket.comp:14)'
make number "${scan//TILE/g}"
needs hsa number 'workgroup [12] waits for workgroup [01], which need not have started (number.comp:14)'
make reversed "${scan//TILE/last - g}"
needs fair reversed 'workgroup 0 waits for workgroup 1, which need not have started (reversed.comp:14)'
make lock $'if (gl_LocalInvocationIndex == 0) {\nwhile (atomicCompSwap(lock, 0, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire, 0, 0) != 0) ;\ncount++;\natomicStore(lock, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);\n}'
needs obe lock 'workgroup [0-2] waits for workgroup [0-2], which need not go on (lock.comp:11)'
make whole $'if (gl_LocalInvocationIndex == 1) {\natomicAdd(count, 1);\nwhile (LOAD(count) <= last) ;\n}'
needs fair whole 'workgroup 0 waits for workgroup 2, which need not have started (whole.comp:12)'
# waits for two flags in a loop, and for the rest of its own workgroup by the way
make both $'if (gl_LocalInvocationIndex == 1) {\nwhile (g < last) {\nuint a = LOAD(also[g + 1]);\nif (a + LOAD(flag[g + 1]) == 2) break;\n}\nSTORE(flag[g]); STORE(also[g]);\nSTORE(sum[g]);\n} else while (LOAD(sum[g]) == 0) ;'
needs fair both 'workgroup 0 waits for workgroup 1, which need not have started (both.comp:1[23])'
# a leader by ticket that a lower number need not be, after a chain of lower numbers: each alone is not enough
make chain $'if (gl_LocalInvocationIndex == 0) {\nuint t = atomicAdd(next, 1);\nif (t > 0) while (LOAD(flag[t - 1]) == 0) ;\nSTORE(flag[t]);\nif (g > 0) while (LOAD(also[g - 1]) == 0) ;\nSTORE(also[g]);\n}'
needs linear chain 'workgroup [0-2] waits for workgroup [0-2], which need not have started (chain.comp:14)'
# atomics in loops that do not wait: a count, and a sum by compare and exchange
make sums $'for (uint i = 0; i < 3; i++) atomicAdd(next, g);\nuint old = 0, seen;\ndo { seen = old; old = atomicCompSwap(count, seen, seen + 1); } while (old != seen);'
needs unfair sums ''

# by default a line, and under each model a fault where that is not enough
names=("${!needed[@]}")
race 0 "${names[@]/%/.spv}" --groups 3
for name in "${names[@]}"; do
    sed -n "/^$name.spv: no data race on 32 runs$/,/^  [0-9]* steps/p" said >one
    if [ "${needed[$name]}" = unfair ]; then
        [ -s one ] && ! grep -q progress one || fail "$name: $(cat said)"
    else
        grep -q "^  progress: it needs \`${needed[$name]}\`: ${lines[$name]}\$" one && grep -q '^  Vulkan promises no progress between workgroups' one ||
            fail "$name: $(cat one)"
    fi
done
declare -A enough=([fair]='' [linear]=' linear ' [hsa]=' linear hsa ' [obe]=' linear obe ' [unfair]=' linear hsa obe unfair ')
for model in linear hsa obe unfair; do
    race 1 "${names[@]/%/.spv}" --groups 3 --progress=$model
    for name in "${names[@]}"; do
        verdict="never ends under \`$model\`"
        [[ ${enough[${needed[$name]}]} != *" $model "* ]] || verdict='no data race on 32 runs'
        grep -qx "$name.spv: $verdict" said || fail "$name: $model: $(grep "^$name.spv" said)"
        [ "$verdict" = 'no data race on 32 runs' ] || grep -q "^$name.comp:[0-9]*:[0-9]*: error: workgroup" said || fail "$name: $model: no line"
        judged=$((judged + 1))
    done
done

# a round that counts is no waiting by its values
make counts $'uint n = 0;\nif (g == 0) { while (LOAD(flag[1]) == 0) n++; sum[gl_LocalInvocationIndex] = n; }\nelse STORE(flag[g]);'
race 0 counts.spv --groups 2
grep -qx '  progress: whether it ends with less progress than `fair` is not known: a run takes too long' said || fail "counts: $(cat said)"
race 6 counts.spv --groups 2 --progress=obe
grep -q '^counts.spv: unknown: whether it ends' said || fail "counts: $(cat said)"

# as data
race 1 reversed.spv --groups 3 --progress=obe --json
python3 - said <<'END' || fail "--json: $(cat said)"
import json, sys
[answer] = json.load(open(sys.argv[1]))
progress = answer["progress"]
assert (progress["assumed"], progress["needs"], progress["suffices"], progress["known"], progress["line"]) == ("obe", "fair", False, True, 14)
assert progress["message"] == "workgroup 0 waits for workgroup 1, which need not have started" and answer["race"] is False
END
for wanted in 'note 0' 'error 1'; do
    set -- $wanted
    status=0
    "$spirv_mmra" race reversed.spv --groups 3 --diagnostics=sarif $([ "$1" = note ] || echo --progress=obe) 2>log >said || status=$?
    [ "$status" = "$2" ] || fail "SARIF: status $status"
    python3 - said "$1" <<'END' || fail "SARIF: $1"
import json, sys
[result] = [r for r in json.loads(open(sys.argv[1]).read())["runs"][0]["results"] if r["ruleId"] == "progress"]
assert result["level"] == sys.argv[2] and result["locations"][0]["physicalLocation"]["region"]["startLine"] == 14, result
END
done
race 2 reversed.spv --progress=obe --runs 3
grep -q -- '--progress is for one answer' said || fail "--runs: $(cat said)"
echo "progress: $judged verdicts about models of progress"
