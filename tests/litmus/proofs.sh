#!/bin/bash
# Proofs for all inputs (docs/reference/proofs.md). The first line of each shader of litmus/proofs says what must be said of barriers,
# within a workgroup and between workgroups: "proven", "refuted", or "unknown", where "race" is refuted or unknown. A second line
# "// Because: " has words of the reason, "// Options: " more options, and "// Seldom: " says why SMMRA_ALL alone asks. What is proven
# is run by `race` as well, with several grids.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
"$spirv_mmra" prove "$tests/litmus/proofs/scatter.comp" >"$work/said" 2>&1 || true
if grep 'Z3.* would be asked' "$work/said" >/dev/null; then
    echo "NO Z3: NOTHING WAS TESTED" >&2
    exit 77
fi
cp "$tests"/litmus/proofs/*.{comp,spvasm} "$work"
cd "$work"
printf '%s\0' "$work"/*.comp | compile_glsl vulkan1.2 "$work" >said
count_failures said
for assembly in *.spvasm; do spirv-as --target-env vulkan1.2 "$assembly" -o "${assembly%.*}.spv"; done
asked=0 runs=0 quick=0
# Those of grid-stride.comp are left open, and rows and columns tell.
[ -n "${SMMRA_ALL-}" ] && question=20000 || question=8000
verdict_is() { # WANTED GIVEN
    case $1 in
    race) [ "$2" = refuted ] || [ "$2" = 'not decided' ] ;;
    unknown) [ "$2" = 'not decided' ] ;;
    *) [ "$2" = "$1" ] ;;
    esac
}
for shader in *.comp *.spvasm; do
    if [ -z "${SMMRA_ALL-}" ] && grep '^// Seldom: ' "$shader" >/dev/null; then continue; fi
    module=${shader%.*}.spv
    read -ra wanted < <(sed -nE 's,^(//|;) Expect: ,,p' "$shader")
    read -ra options < <(sed -nE 's,^(//|;) Options: ,,p' "$shader") || true
    reason=$(sed -nE 's,^(//|;) Because: ,,p' "$shader")
    status=0
    "$spirv_mmra" prove --json --timeout=120 --question=$question "${options[@]}" "$module" >said.json 2>messages || status=$?
    mapfile -t given < <(python3 -c '
import json
one = json.load(open("said.json"))[0]
for name in "barriers", "within_workgroup", "between_workgroups":
    print(one[name]["verdict"])
print(" ".join(one[name]["why"] or "" for name in ("barriers", "within_workgroup", "between_workgroups")))
print(one["run"] or "")') || fail "$shader: status $status: $(cat messages said.json)"
    for i in 0 1 2; do
        verdict_is "${wanted[i]}" "${given[i]}" || fail "$shader: ${given[*]}, not ${wanted[*]}"
        asked=$((asked + 1))
    done
    case "${given[*]:0:3}" in
    *refuted*) expected=1 ;;
    *'not decided'*) expected=6 ;;
    *) expected=0 ;;
    esac
    [ "$status" = "$expected" ] || fail "$shader: status $status, not $expected"
    case ${given[3]} in *"$reason"*) ;; *) fail "$shader: not '$reason': ${given[3]}" ;; esac
    # race says only what is proven, whoever asks, and nothing with --no-prove
    if [ ${#options[@]} = 0 ]; then
        "$spirv_mmra" race --json "$module" >raced.json 2>messages || true
        quick=$((quick + $(python3 -c '
import json
proven, one = json.load(open("raced.json"))[0]["proven"], json.load(open("said.json"))[0]
assert all(one[name]["verdict"] == "proven" for name in proven), (proven, one)
print("between_workgroups" in proven and "within_workgroup" in proven)' | grep -c True || true)))
    fi
    # the run that shows it, by the options that are printed
    if [ -n "${given[4]}" ]; then
        status=0
        read -ra shown <<<"${given[4]}"
        "$spirv_mmra" race "$module" "${shown[@]}" >said 2>&1 || status=$?
        [ "$status" = 1 ] || fail "$shader ${given[4]}: status $status: $(cat said)"
    fi
    [ "$expected" = 0 ] || continue
    for groups in 1 3; do
        "$spirv_mmra" race "$module" "${options[@]}" --groups=$groups >said 2>&1 || true
        ! grep -E 'error: (data race|a divergent)' said >/dev/null || fail "$shader is proven, and not so with --groups=$groups: $(cat said)"
        runs=$((runs + 1))
    done
done
# Assumptions are checked: of no run nothing is proven, signs and numbers are read as they stand, a dimension that --assume speaks
# of may have several workgroups, and what races between workgroups is asked of runs in which all come to each barrier.
assumed() { # STATUS PATTERN SHADER CONDITION
    status=0
    "$spirv_mmra" prove "$3.spv" --assume "$4" >said || status=$?
    [ "$status" = "$1" ] && grep -qe "$2" said || fail "--assume '$4': status $status, not '$2': $(cat said)"
}
for impossible in '1 == 2' 'groups.x < 0' 'groups.x >= 70000'; do
    assumed 6 'no run is as --assume says' copy "$impossible"
    ! grep -q ': proven' said || fail "proven of no run: $(cat said)"
done
assumed 0 'between workgroups: proven' copy '1 - 1 + 1 == 1'
assumed 6 'a number of more than 32 bits' product 'size == 4294967312'
assumed 0 'one workgroup along y' copy 'groups.x == 4'
assumed 1 'between workgroups: refuted' copy 'groups.y == 4'
assumed 0 'numbers that atomics add to do not wrap' tickets '1 == 1'
"$spirv_mmra" prove return-before-barrier.spv >said || true
grep -A1 'between workgroups: proven' said >between
grep -q 'every invocation comes to each barrier' between || fail "barriers are taken for granted: $(cat said)"

# Whatever specialization constants are, if they need not be as the module says; those of sizes have one value.
constants() { # SHADER PATTERN OPTION...
    "$spirv_mmra" prove "$1.spv" "${@:3}" >said || true
    grep "if: .*specialization constants" said >named || true
    if [ -n "$2" ]; then grep -e "$2" named >/dev/null; else [ ! -s named ]; fi || fail "$1 ${*:3}: not '$2': $(cat said)"
}
constants constants-any ''
constants constants 'specialization constants are as they were given'
constants constants '' --any-spec
constants constants-of-sizes 'or say sizes'
constants constants-any 'or say sizes' --spec=0=7
constants constant-semantics 'or say sizes, scopes or semantics'

# A workgroup of one invocation has no races, which says nothing of larger ones.
alone() { # SHADER WHAT_IS_SAID OPTION...
    "$spirv_mmra" prove "$1.spv" "${@:3}" >said || true
    grep -A1 'within a workgroup: proven' said >within || true
    [ "$(grep -c 'a workgroup is one invocation' within)" = "$2" ] || fail "alone: $1 ${*:3}: $(cat said)"
}
alone size-by-constant 1
alone size-by-constant 0 --spec=0=8
alone copy 0

# What is proven of one variable is said where another is open, and what takes no solver is said by race.
"$spirv_mmra" prove part-is-proven.spv >said || true
grep '^    proven of own; if: descriptors' said >/dev/null || fail "what is proven of a variable: $(cat said)"
"$spirv_mmra" prove --json part-is-proven.spv >said.json || true
python3 -c '
import json
one = json.load(open("said.json"))[0]
assert one["within_workgroup"]["proven_of"] == ["own"] and one["within_workgroup"]["assumed"], one
assert one["barriers"]["proven_of"] == [] and one["within_workgroup"]["run"], one' || fail "what is proven of a variable, as JSON"
"$spirv_mmra" race digits.spv >said
grep 'no data race within a workgroup' said >/dev/null || fail "bounded parts of sums take a solver: $(cat said)"

# race proves some of these shaders by itself. It names the assumptions, and says nothing of another size of workgroups than the
# proof is about.
[ "$quick" -ge 5 ] || fail "race proves only $quick shaders"
"$spirv_mmra" race copy.spv >said
grep 'proven for all inputs and grids: no data race within a workgroup, no data race between workgroups; if descr' said >/dev/null ||
    fail "race does not say what is proven: $(cat said)"
for nothing in --no-prove --runs=1 --local=2; do
    "$spirv_mmra" race "$nothing" copy.spv >said
    ! grep 'proven' said >/dev/null || fail "race $nothing: $(cat said)"
done
# A proof is about one workgroup along y if no address depends on the workgroup's number there. It says nothing of a run with two.
printf '%s\n' '#version 450' 'layout(local_size_x = 8) in;' 'layout(binding = 0) buffer Data { uint data[]; };' \
    'void main() { atomicAdd(data[gl_GlobalInvocationID.x], 1u); }' >count.comp
"$spirv_mmra" race count.comp --groups 4 >said
grep 'no data race between workgroups; if .*one workgroup along y' said >/dev/null || fail "race of one row does not say what is proven: $(cat said)"
"$spirv_mmra" race count.comp --groups 4,2 >said
! grep 'no data race between workgroups' said >/dev/null || fail "race of two rows says what is proven of one: $(cat said)"
"$spirv_mmra" report copy.spv -o page.html --llc=false --opt=false 2>messages || true
grep -F '"proven":"proven for all inputs' page.html >/dev/null || fail "the page does not say what is proven"
"$spirv_mmra" report copy.spv -o page.html --no-prove --llc=false --opt=false 2>messages || true
! grep -F '"proven":"proven' page.html >/dev/null || fail "the page says what is proven with --no-prove"

# Random shaders, of which runs contradict no proof, and runs show what is refuted; more are asked by hand.
python3 "$tests/stress/prove/attack.py" "$spirv_mmra" 12 1 "$work/random" >said || { cat said >&2; fail "random shaders"; }
finish "$asked verdicts, $runs runs of what is proven, $quick proofs by race"
