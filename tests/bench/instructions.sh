#!/bin/bash
# Counts the instructions that translations take (callgrind: the same on every run and however busy the machine), and holds
# them against the committed baseline: 5 % more fails. Times are no basis for a test; these are.
#
#   tests/bench/instructions.sh             compares
#   tests/bench/instructions.sh --record    writes tests/bench/baseline
set -euo pipefail
. "$(dirname "$0")/../common.sh"
baseline=$tests/bench/baseline

cd "$work"
"$tests/bench/generate.sh" 200 >large.comp
"$tests/bench/generate.sh" 1000 >larger.comp
for name in large larger "$root/samples/linked-list" "$root/samples/reduction"; do
    glslangValidator -V --target-env vulkan1.3 "$name.comp" -o "$(basename "$name").spv" >/dev/null
done
# the library's share: from smmra_translate on, without the process and its files
count() {
    valgrind --tool=callgrind --callgrind-out-file=out --toggle-collect=smmra_translate "$spirv_mmra" --no-validate "$@" \
        -o out.ll 2>&1 | sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}
{
    echo "large $(count --no-check large.spv)"
    echo "checked $(count large.spv)"
    echo "large-22 $(count --llvm 22 large.spv)"
    echo "linked-list $(count linked-list.spv)"
    echo "reduction $(count reduction.spv)"
} >counts
if [ "${1:-}" = --record ]; then
    cp counts "$baseline"
    cat counts
    exit
fi
while read -r name now; do
    before=$(awk -v name="$name" '$1 == name { print $2 }' "$baseline")
    awk -v n="$name" -v now="$now" -v before="${before:-0}" 'BEGIN {
        printf "%-12s %10d instructions, baseline %10d: %+.1f %%\n", n, now, before, before ? (now / before - 1) * 100 : 100
        exit !before || now > before * 1.05 }' ||
        fail "$name takes over 5 % more instructions than the baseline; if that is right, run tests/bench/instructions.sh --record"
done <counts

# The checker: at most 15 % of what the translation takes without it, on a module with amdgcn-av:none.
awk '$1 == "large" { without = $2 } $1 == "checked" { with = $2 }
    END { printf "the checker takes %.1f %% of the translation\n", (with / without - 1) * 100; exit with > without * 1.15 }' counts ||
    fail "the checker costs too much"

# Linear: five times the functions take at most 1.1 times the instructions for each byte.
small=$(awk '$1 == "checked" { print $2 }' counts)
awk -v a="$small" -v b="$(count larger.spv)" -v x="$(stat -c %s large.spv)" -v y="$(stat -c %s larger.spv)" 'BEGIN {
    r = (b / y) / (a / x); printf "instructions per byte at %d bytes over those at %d: %.3f\n", y, x, r
    exit r > 1.1 }' || fail "cost does not grow linearly"
finish "instruction counts"
