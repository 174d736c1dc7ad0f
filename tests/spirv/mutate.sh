#!/bin/bash
# Plants each mistake of mutations.sh in a copy of one file of spirv/ and runs the unit tests: each mistake must make one
# fail. Prints killed or survived for each. Exit status 1 if a mistake survives, no longer applies (its text must stand
# in the file exactly once) or does not compile.
#
#   tests/spirv/mutate.sh BUILD [NAME...]    BUILD: the build tree, for its grammar's tables; only these mistakes
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:?the build tree}" && pwd)
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

tests=(reader memory_view objects fold bad_input)
flags=(-std=c11 -O1 -w -fPIC -I"$root" -I"$build" "-DSPIRV_OPT=\"$(command -v spirv-opt || echo NOTFOUND)\"")
only=("$@")
killed=0
bad=0

compile() { # source object
    cc "${flags[@]}" -c "$1" -o "$2"
}

# The library that the tests load, from the objects in $1.
link_library() {
    cc -shared "$1"/*.o -o "$work/libmutant.so"
}

# All objects, and the tests, once.
mkdir "$work/base"
for source in "$root"/spirv/*.c; do
    compile "$source" "$work/base/$(basename "$source" .c).o" || exit 1
done
link_library "$work/base" || exit 1
for name in "${tests[@]}"; do
    cc "${flags[@]}" "$here/test_$name.c" "$here/testing.c" -L"$work" -lmutant -lSPIRV-Tools -lstdc++ -lm -lcmocka \
        -Wl,-rpath,"$work" -o "$work/test_$name" || exit 1
done

# Whether some test fails. A test that hangs or crashes fails.
some_test_fails() {
    local name
    for name in "${tests[@]}"; do
        (cd "$work" && timeout 30 "./test_$name") >/dev/null 2>&1 || return 0
    done
    return 1
}

report() { # result name
    printf '%-9s %s\n' "$1" "$2"
    if [ "$1" = killed ]; then killed=$((killed + 1)); else bad=$((bad + 1)); fi
}

# mutation NAME FILE OLD NEW: in spirv/FILE.c, NEW for the one place that reads OLD.
mutation() {
    local name=$1 file=$2 old=$3 new=$4 text rest
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
        return
    fi
    text=$(<"$root/spirv/$file.c")
    rest=${text#*"$old"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$old"* ]]; then
        report "no match" "$name"
        return
    fi
    rm -rf "$work/mutant"
    cp -r "$work/base" "$work/mutant"
    printf '%s\n' "${text/"$old"/"$new"}" >"$work/$file.c"
    if ! compile "$work/$file.c" "$work/mutant/$file.o" 2>"$work/errors"; then
        report "no build" "$name"
        cat "$work/errors"
    elif ! link_library "$work/mutant"; then
        report "no build" "$name"
    elif some_test_fails; then
        report killed "$name"
    else
        report survived "$name"
    fi
}

if some_test_fails; then
    echo "the tests fail without any mistake"
    exit 1
fi
# shellcheck source=tests/spirv/mutations.sh
source "$here/mutations.sh"
echo "$killed killed, $bad not"
[ "$bad" -eq 0 ]
