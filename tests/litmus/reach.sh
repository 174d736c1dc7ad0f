#!/bin/bash
# reach.sh [SECONDS [MODULE.spv ...]]: which of the project's own shaders (or the modules named) the model checker runs on a small grid, and for
# which features it refuses the others. What takes longer than SECONDS (2) is no refusal. Fails if fewer than SMMRA_REACH (95) of 100 run.
# SMMRA_REACH_OPTIONS are more options of the command, such as --translate; SMMRA_REACH_VERBOSE=1 names the modules.
set -euo pipefail
cd "$(dirname "$0")"
. ../project/common.sh

seconds=${1:-2} options=${SMMRA_REACH_OPTIONS:-}
shift || true
[ $# -gt 0 ] || set -- "$shaders"/*.spv
run_one() {
    local status=0
    timeout "$seconds" "$spirv_mmra" litmus "$1" --groups 2 --local 2 --subgroup 2 --unroll 2 --no-validate $options \
        >"$work/$$.out" 2>&1 || status=$?
    printf '%s %s %s\n' "$status" "$(basename "$1" .spv)" "$(sed -n 's/^.*error: //p; /: refused$/{n;s/^/refused: /p}' "$work/$$.out" | sed -n 1p)"
}
export -f run_one
export seconds options spirv_mmra work
printf '%s\0' "$@" | xargs -0 -n 1 -P "$jobs" bash -c 'run_one "$1"' run >"$work/table"

count() {
    grep -c "$1" "$work/table" || true
}
if [ -n "${SMMRA_REACH_VERBOSE:-}" ]; then
    grep -v '^[0156] ' "$work/table" | sort
fi
echo "refused, by feature:"
sed -n 's/^[34] [^ ]* //p' "$work/table" | sed 's/not supported: //; s/ %[^ :]*//; s/line [0-9]*/line N/' | sort | uniq -c | sort -rn
echo "no fault found: $(count '^0 '); found: $(count '^1 '); unknown: $(count '^6 '); longer than $seconds s: $(count '^124 ')"
refused=$(count '^[34] ')
faults=$(grep -v -c '^\([013456]\|124\) ' "$work/table" || true)
[ "$faults" = 0 ] || fail "$(grep -v '^\([013456]\|124\) ' "$work/table")"
[ $(((($# - refused)) * 100)) -ge $(($# * ${SMMRA_REACH:-95})) ] || fail "only $(($# - refused)) of $# run"
finish "$(($# - refused)) of $# modules run"
