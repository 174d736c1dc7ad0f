#!/bin/bash
# No short cut changes what `race` says: with and without each (enum race_shortcut) it says the same, byte for byte, of
# random shaders (SMMRA_RANDOM_SHADERS of them, from SMMRA_RANDOM_SEED on), of shaders that count in one word, and of the
# algorithms, right and with their bug. SMMRA_COMMAND names another command. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/litmus
command=${SMMRA_COMMAND:-$build/bin/shortcut_command}
count=${SMMRA_RANDOM_SHADERS:-120} seed=${SMMRA_RANDOM_SEED:-1}
mkdir "$work/shaders"
python3 "$here/random_shaders.py" write "$work/shaders" "$count" "$seed"
python3 "$here/counted.py" write "$work/counted" 24 "$seed"
for shader in "$work"/counted/*.comp; do
    glslangValidator -V --target-env vulkan1.3 "$shader" -o "$work/shaders/counted-$(basename "$shader").spv" >/dev/null
done
for shader in "$here"/algorithms/*.comp "$here"/shortcuts/*.comp; do
    glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" -o "$work/shaders/right-$(basename "$shader").spv" "$shader" >/dev/null
    glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" -DBUG -o "$work/shaders/bug-$(basename "$shader").spv" "$shader" >/dev/null
done
cp "$here"/shortcuts/*.spvasm "$work/shaders"
cd "$work/shaders"
# All but how many steps a run took; and so how many accesses, where its steps were over.
say() { # BITS FILE...
    { SMMRA_WITHOUT=$1 "$command" race --runs 4 --steps 1 --no-validate --groups 2 --json "${@:2}" 2>&1 || true; } |
        sed -E 's/"steps": [0-9]+, "accesses": [0-9]+, //'
}
names=(meeting chains phases ends crowds moves cold)
for part in $(seq 0 9); do # of files of some length a few at a time
    files=(*"$part.spvasm")
    [ "$part" != 0 ] || files+=(*.spv)
    say 0 "${files[@]}" >../with
    for bit in "${!names[@]}"; do
        say $((1 << bit)) "${files[@]}" >../without
        cmp -s ../with ../without || fail "without ${names[bit]}: $(diff ../with ../without | sed -n 1,12p)"
    done
    cat ../with >>../all
done
status=0 # what is done in one step is right, too, whatever is left away
"$command" race --groups 2 right-moves.comp.spv >../moves || status=$?
[ $status = 0 ] || fail "moves: status $status: $(head -c 400 ../moves)"
modules=$(grep -c '"file"' ../all) racy=$(grep -c '"race": true' ../all)
[ "$racy" -ge $((modules / 10)) ] || fail "only $racy of $modules runs have a race"
finish "$modules runs of shaders, $racy with a race"
