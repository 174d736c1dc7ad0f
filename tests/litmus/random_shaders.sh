#!/bin/bash
# Random small compute shaders, which race runs in six orders and litmus in all: what the one finds the other has. SMMRA_RANDOM_SHADERS of them (a
# few here; by hand many), from SMMRA_RANDOM_SEED on. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
count=${SMMRA_RANDOM_SHADERS:-150}
mkdir "$work/shaders"
python3 "$tests/litmus/random_shaders.py" write "$work/shaders" "$count" "${SMMRA_RANDOM_SEED:-1}"
cd "$work/shaders"
for part in $(seq 0 9); do # files of some length: a few at a time
    files=(*"$part.spvasm")
    [ -e "${files[0]}" ] || continue
    "$spirv_mmra" litmus "${files[@]}" --timeout 5 --json >../all.json 2>../messages || [ $? -ne 3 ] || fail "not valid: $(head -3 ../messages)"
    "$spirv_mmra" race "${files[@]}" --runs 6 --steps 1 --json >../runs.json 2>../messages || [ $? -ne 3 ] || fail "$(head -3 ../messages)"
    [ ! -s ../messages ] || fail "messages: $(head -3 ../messages)"
    python3 "$tests/litmus/random_shaders.py" compare ../all.json ../runs.json >>../said || fail "$(grep FAIL ../said)"
done
awk -F'[ ,]+' '{ for (i = 1; i < NF; i += 2) sum[$i] += $(i + 1) }
    END { print sum["compared"], sum["racy"], sum["found"], sum["mixed"], sum["faulty"], sum["unknown"], sum["missed"] }' ../said >../sums
read -r compared racy found mixed faulty unknown missed <../sums
[ "$compared" = "$count" ] || fail "$compared of $count were compared"
[ $((missed * 20)) -le "$racy" ] || fail "of $racy with a race $missed are missed"
[ $((racy * 4)) -ge "$compared" ] && [ $((racy * 4)) -le $((compared * 3)) ] || fail "$racy of $compared have a race: too few or too many"
finish "$compared random shaders: $racy have a race, $found found, $missed missed; mixed scopes $mixed, other faults $faulty, unknown $unknown"
