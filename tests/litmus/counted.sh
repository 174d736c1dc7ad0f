#!/bin/bash
# Random shaders that count in a word and read it plainly (counted.py): race has a race in one of its runs if and only if litmus has one.
# SMMRA_COUNTED of them (some here; by hand 1,000), from SMMRA_COUNTED_SEED on. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
count=${SMMRA_COUNTED:-60}
python3 "$tests/litmus/counted.py" write "$work/shaders" "$count" "${SMMRA_COUNTED_SEED:-1}"
cd "$work/shaders"
printf '%s\n' *.comp | xargs -P 2 -I{} sh -c 'glslangValidator -V --target-env vulkan1.3 {} -o {}.spv >{}.said || cat {}.said' >../said
[ "$(ls -- *.spv | wc -l)" = "$count" ] || fail "$(head -5 ../said)"
told=0 racy=0
for groups in 1 2; do
    options=(--groups $groups --glsl450=strict --json)
    "$spirv_mmra" litmus $groups-*.spv "${options[@]}" --timeout 20 >../all.json 2>../said || [ $? -ne 3 ] || fail "$(head -3 ../said)"
    "$spirv_mmra" race -j 2 $groups-*.spv "${options[@]}" --runs 24 --steps 1 >../runs.json 2>../said || [ $? -ne 3 ] || fail "$(head -3 ../said)"
    python3 "$tests/litmus/counted.py" compare ../all.json ../runs.json >../said || fail "$(cat ../said)"
    read -r some with _ <../said
    told=$((told + some)) racy=$((racy + with))
done
[ $((told * 10)) -ge $((count * 9)) ] || fail "only $told of $count are compared"
[ $((racy * 4)) -ge "$told" ] && [ $((racy * 4)) -le $((told * 3)) ] || fail "$racy of $told have a race: too few or too many"
finish "$told random shaders: $racy have a race"
