#!/bin/bash
# Plants each mistake of FOLDER/mutations.sh in a copy of the sources, builds them and runs their tests: each mistake must
# make one fail. Prints killed or survived for each. Exit status 1 if a mistake survives, no longer applies (its text
# must stand in the file exactly once) or does not compile.
#
#   tests/mutate.sh FOLDER [NAME...]    only the mistakes of these names
#
# FOLDER/suite.sh says what is built and how it is tested: `sources` and `support`, files of the repository without .c, of
# which the first may be mistaken; and `tests_pass OBJECTS`, whose objects are those of `sources`, mistaken or not, while
# those of `support` are in $work/support.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
suite=$(cd "$1" && pwd) || exit 1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
only=("$@")
killed=0
bad=0

compile() { # source object
    cc -std=c11 -O0 -w -I"$work" -I"$root" -I"$suite" -c "$1" -o "$2"
}

object_of() { # file of the repository
    echo "${1//\//_}.o"
}

report() { # result name
    printf '%-9s %s\n' "$1" "$2"
    if [ "$1" = killed ]; then killed=$((killed + 1)); else bad=$((bad + 1)); fi
}

# mutation NAME FILE OLD NEW: in translator/FILE.c, NEW for the one place that reads OLD.
mutation() {
    local name=$1 file=translator/$2 old=$3 new=$4 text rest
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
        return
    fi
    text=$(<"$root/$file.c")
    rest=${text#*"$old"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$old"* ]]; then
        report "no match" "$name"
        return
    fi
    rm -rf "$work/mutant"
    cp -r "$work/sources" "$work/mutant"
    printf '%s\n' "${text/"$old"/"$new"}" >"$work/$file.c"
    if ! compile "$work/$file.c" "$work/mutant/$(object_of "$file")" 2>"$work/errors"; then
        report "no build" "$name"
        cat "$work/errors"
    elif tests_pass "$work/mutant"; then
        report survived "$name"
    else
        report killed "$name"
    fi
    rm "$work/$file.c"
}

source "$suite/suite.sh"
mkdir "$work/translator" "$work/sources" "$work/support"
for file in "${sources[@]}"; do
    compile "$root/$file.c" "$work/sources/$(object_of "$file")" || exit 1
done
for file in "${support[@]}"; do
    compile "$root/$file.c" "$work/support/$(object_of "$file")" || exit 1
done
if ! tests_pass "$work/sources"; then
    echo "the tests fail without any mistake"
    exit 1
fi
source "$suite/mutations.sh"
echo "$killed killed, $bad not"
[ "$bad" = 0 ]
