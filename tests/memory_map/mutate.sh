#!/bin/bash
# Plants each mistake of mutations.sh in a copy of the memory map, builds its unit tests and runs them: each mistake must
# make one fail. Prints killed or survived for each. Exit status 1 if a mistake survives, no longer applies (its text
# must stand in the file exactly once) or does not compile.
#
#   tests/memory_map/mutate.sh [NAME...]    only the mistakes of these names
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

sources=(map_tags memory_map_access memory_map_atomic memory_map_barrier memory_map_image memory_map_semantics profile)
tests=(access atomic barrier glsl450 image profile tags)
flags=(-std=c11 -O0 -w -I"$work" -I"$root")
only=("$@")
killed=0
bad=0

compile() { # source object
    cc "${flags[@]}" -c "$1" -o "$2"
}

# The objects of everything but the mistake, once.
mkdir "$work/translator" "$work/base"
for name in "${sources[@]}"; do
    compile "$root/translator/$name.c" "$work/base/$name.o" || exit 1
done
for name in arena tags index; do
    compile "$root/mmra/$name.c" "$work/mmra_$name.o" || exit 1
done
compile "$here/memory_map_text.c" "$work/text.o" || exit 1
for name in "${tests[@]}"; do
    compile "$here/test_$name.c" "$work/test_$name.o" || exit 1
done

# Whether some test fails on the objects in $1. A test that hangs or crashes fails.
some_test_fails() {
    local name
    for name in "${tests[@]}"; do
        cc "$work/test_$name.o" "$work/text.o" "$work"/mmra_*.o "$1"/*.o -lcmocka -o "$work/run" || exit 1
        timeout 20 "$work/run" >/dev/null 2>&1 || return 0
    done
    return 1
}

report() { # result name
    printf '%-9s %s\n' "$1" "$2"
    if [ "$1" = killed ]; then killed=$((killed + 1)); else bad=$((bad + 1)); fi
}

# mutation NAME FILE OLD NEW: in translator/FILE.c, NEW for the one place that reads OLD.
mutation() {
    local name=$1 file=$2 old=$3 new=$4 text rest
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
        return
    fi
    text=$(<"$root/translator/$file.c")
    rest=${text#*"$old"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$old"* ]]; then
        report "no match" "$name"
        return
    fi
    rm -rf "$work/mutant"
    cp -r "$work/base" "$work/mutant"
    printf '%s\n' "${text/"$old"/"$new"}" >"$work/translator/$file.c"
    if ! compile "$work/translator/$file.c" "$work/mutant/$file.o" 2>"$work/errors"; then
        report "no build" "$name"
        cat "$work/errors"
    elif some_test_fails "$work/mutant"; then
        report killed "$name"
    else
        report survived "$name"
    fi
    rm "$work/translator/$file.c"
}

if some_test_fails "$work/base"; then
    echo "the tests fail without any mistake"
    exit 1
fi
source "$here/mutations.sh"
echo "$killed killed, $bad not"
[ "$bad" = 0 ]
