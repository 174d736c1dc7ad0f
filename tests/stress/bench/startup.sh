#!/bin/bash
# What a process of the command costs beside /bin/true: a shader of 2 KB, in turn with it, so that a busy machine slows both.
#
#   tests/stress/bench/startup.sh [RUNS]      300 by default
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
runs=${1:-300}
cd "$work"
glslangValidator -V --target-env vulkan1.3 "$root/samples/reduction.comp" -o shader.spv >/dev/null
"$spirv_mmra" --no-validate shader.spv -o out.ll
for ((run = 0; run < runs; run++)); do
    "$build/bin/measure" 1 /bin/true >>true
    "$build/bin/measure" 1 "$spirv_mmra" --no-validate shader.spv -o out.ll >>ours
done
# median FILE COLUMN: and the quartiles beside it
median() { sort -n -k"$2,$2" "$1" | awk -v c="$2" '{ v[NR] = $c } END { printf "%.0f %.0f %.0f\n", v[int(NR / 2) + 1] * 1e6, v[int(NR / 4) + 1] * 1e6, v[int(NR * 3 / 4) + 1] * 1e6 }'; }
for column in 1 4; do
    read -r ours low high < <(median ours $column)
    read -r true true_low true_high < <(median true $column)
    [ $column = 1 ] && what=elapsed || what='processor time'
    echo "$what: spirv-mmra $ours us (quartiles $low, $high), /bin/true $true us ($true_low, $true_high): $((ours - true)) us more"
done
echo "shader of $(stat -c %s shader.spv) bytes, $runs runs"
