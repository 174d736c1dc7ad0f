#!/bin/bash
# The course of samples/README.md: each row of its table breaks a sample, `spirv-mmra race` then says why there is a race, and without the change that
# there is none. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
rows=0
ask() { # SHADER GRID: what race says
    glslangValidator -V --target-env vulkan1.3 -g "$1" -o "$work/module.spv" >/dev/null || fail "$1 does not compile"
    # shellcheck disable=SC2086 # a grid is two words
    "$spirv_mmra" race "$work/module.spv" $2 >"$work/said" || true
}
sed -n 's/^| \([a-z-]*\) | `\(--groups [0-9]*\)` | `\(.*\)` | `\(.*\)` | \(.*\) |$/\1~\2~\3~\4~\5/p' "$root/samples/README.md" >"$work/rows"
while IFS='~' read -r name grid old new why; do
    ask "$root/samples/$name.comp" "$grid"
    grep -q ': no data race on this run$' "$work/said" || fail "$name as it is: $(cat "$work/said")"
    OLD=$old NEW=$new python3 -c 'import os, sys
text = sys.stdin.read()
assert os.environ["OLD"] in text
print(text.replace(os.environ["OLD"], os.environ["NEW"]))' <"$root/samples/$name.comp" >"$work/broken.comp"
    ask "$work/broken.comp" "$grid"
    grep -q ': data race$' "$work/said" && grep -qF "$why" "$work/said" || fail "$name, $new: not '$why': $(cat "$work/said")"
    rows=$((rows + 1))
done <"$work/rows"
[ "$rows" -ge 11 ] || fail "the table has $rows rows that can be read"
# the sample that has a race as it is, and its repair
ask "$root/samples/two-barriers.comp" '--groups 1'
grep -q ': data race$' "$work/said" || fail "two-barriers: $(cat "$work/said")"
sed 's/^    barrier();/&\n    memoryBarrierBuffer();/' "$root/samples/two-barriers.comp" >"$work/repaired.comp"
ask "$work/repaired.comp" '--groups 1'
grep -q ': no data race on this run$' "$work/said" || fail "two-barriers, repaired: $(cat "$work/said")"
finish "$rows samples broken and repaired"
