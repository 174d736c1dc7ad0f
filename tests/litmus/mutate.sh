#!/bin/bash
# Plants each mistake of model_mutations.sh in a copy of the two models, and runs the project's own litmus programs and the
# validation of their translations: a verdict must change. Prints killed or survived for each. Exit status 1 if a mistake
# survives, no longer applies (its text must stand in the file exactly once) or does not compile.
#
#   tests/litmus/mutate.sh [NAME...]    only the mistakes of these names; needs a configured build, for what is generated
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${SMMRA_BUILD:-$root/build/release}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
only=("$@")
killed=0
bad=0
tests=(suites translation)
jobs=$(nproc)

compile() { # source object
    cc -std=c11 -O1 -w -I"$root" -I"$build" "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$root/tests/litmus\"" -c "$1" -o "$2"
}

tests_pass() { # folder with the models' objects
    local test
    for test in "${tests[@]}"; do
        cc "$1"/*.o "$work"/support/*.o "$work/test_$test.o" -lcmocka -lm -o "$work/$test" || exit 1
        timeout 60 "$work/$test" >/dev/null 2>&1 || return 1
    done
}

report() { # result name
    printf '%-9s %s\n' "$1" "$2"
    if [ "$1" = killed ]; then killed=$((killed + 1)); else bad=$((bad + 1)); fi
}

# mutation NAME FILE OLD NEW: in mmra/FILE.c, NEW for the one place that reads OLD.
mutation() {
    local name=$1 file=$2 old=$3 new=$4 text rest
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then return; fi
    text=$(<"$root/mmra/$file.c")
    rest=${text#*"$old"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$old"* ]]; then
        report 'no match' "$name"
        return
    fi
    rm -rf "$work/mutant"
    mkdir "$work/mutant"
    cp "$work"/models/*.o "$work/mutant"
    printf '%s\n' "${text/"$old"/"$new"}" >"$work/$file.c"
    if ! compile "$work/$file.c" "$work/mutant/$file.o" 2>"$work/errors"; then
        report 'no build' "$name"
        head -3 "$work/errors"
    elif tests_pass "$work/mutant"; then
        report survived "$name"
    else
        report killed "$name"
    fi
}

mkdir "$work/models" "$work/support"
for source in "$root"/mmra/*.c "$root"/spirv/*.c "$root"/translator/{litmus_*,map_tags,memory_map_*,profile}.c; do
    name=$(basename "$source" .c)
    folder=support
    case $name in
    litmus_mistakes) continue ;; # of the command, which the linker wraps
    model_vulkan | model_amdgpu) folder=models ;;
    *) name=$(basename "$(dirname "$source")")_$name ;;
    esac
    compile "$source" "$work/$folder/$name.o" &
    if [ "$(jobs -r | wc -l)" -ge "$jobs" ]; then wait -n; fi
done
wait
for test in "${tests[@]}"; do
    compile "$root/tests/litmus/test_$test.c" "$work/test_$test.o" || exit 1
done
if ! tests_pass "$work/models"; then
    echo 'the tests fail without any mistake'
    exit 1
fi
source "$(dirname "$0")/model_mutations.sh"
echo "$killed killed, $bad not"
[ "$bad" = 0 ]
