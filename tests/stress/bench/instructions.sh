#!/bin/bash
# Counts the instructions that translations take (callgrind: the same on every run and however busy the machine), and holds
# them against the committed baseline: 5 % more fails. Times are no basis for a test; these are.
#
#   tests/stress/bench/instructions.sh             compares
#   tests/stress/bench/instructions.sh --record    writes tests/stress/bench/baseline
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
baseline=$tests/stress/bench/baseline

cd "$work"
"$tests/stress/bench/generate.sh" 200 >large.comp
"$tests/stress/bench/generate.sh" 200 published >published.comp
"$tests/stress/bench/generate.sh" 1000 >larger.comp
for name in large larger published "$root/samples/linked-list" "$root/samples/reduction"; do
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
    echo "published $(count --no-check published.spv)"
    echo "published-checked $(count published.spv)"
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
        printf "%-17s %10d instructions, baseline %10d: %+.1f %%\n", n, now, before, before ? (now / before - 1) * 100 : 100
        exit !before || now > before * 1.05 }' ||
        fail "$name takes over 5 % more instructions than the baseline; if that is right, run tests/stress/bench/instructions.sh --record"
done <counts

# The checker: of what the translation takes without it, on a module with amdgcn-av:none and on one where such operations
# publish plain writes, which are followed along all paths. It may take 15 % of the time; it waits for memory more than
# the rest does, so that it gets two thirds of that in instructions, and a little more where it follows paths.
awk '{ count[$1] = $2 }
    END { plain = count["checked"] / count["large"] - 1; followed = count["published-checked"] / count["published"] - 1
          printf "the checker takes %.1f %% of the translation; %.1f %% where it follows paths\n", plain * 100, followed * 100
          exit plain > 0.1 || followed > 0.14 }' counts ||
    fail "the checker costs too much"

# Linear: five times the functions take at most 1.1 times the instructions for each byte.
small=$(awk '$1 == "checked" { print $2 }' counts)
awk -v a="$small" -v b="$(count larger.spv)" -v x="$(stat -c %s large.spv)" -v y="$(stat -c %s larger.spv)" 'BEGIN {
    r = (b / y) / (a / x); printf "instructions per byte at %d bytes over those at %d: %.3f\n", y, x, r
    exit r > 1.1 }' || fail "cost does not grow linearly"
finish "instruction counts"
