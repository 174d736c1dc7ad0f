#!/bin/bash
# mutate.sh [--touched] SUITE [NAME...]: plants each mistake of SUITE.mistakes (or those of these names) in a copy of one source file,
# builds it, links it with the build tree's other objects and runs the tests of the suite: each mistake must make one fail. Prints
# killed or survived for each, or slow if the tests end in time alone: no wrong result was seen then, which a mistake that only costs
# time would not show either. Exit status 1 if a mistake survives, cannot be planted (plant.py) or does not compile, or if the
# tests fail without any. --touched plants only in files that the last 20 commits or the work tree touch, as git tells; it plants
# everywhere if git cannot tell, and if they touch the suite's own files. SMMRA_BUILD names the build tree, for release.
#
# SUITE.sh says how the suite is tested: `prepare`, once, and `tests_pass MUTANT ARGUMENT...`, with the object of the mistaken file
# (nothing: none is mistaken) and what else the mistake says; status 124, timeout's own, means that the time was over. It may set
# `flags` for the compiler. A program is linked by
# `link PROGRAM MUTANT ARGUMENT...`: the mutant comes before the archive of all objects, so it is taken instead of its original.
set -uo pipefail
. "$(dirname "$0")/../project/common.sh"
set +e
since=
if [ "${1-}" = --touched ]; then since=HEAD~20; shift; fi
suite=${1:?the suite}
shift
only=("$@")
killed=0 bad=0 slow=0 untouched=0
here=$tests/mutation
flags=(-O0)
export CMOCKA_TEST_ABORT=1 # a program of tests ends at its first failure

link() { # PROGRAM MUTANT FURTHER...
    local program=$1 mutant=$2
    shift 2
    cc -fno-lto -fno-use-linker-plugin ${mutant:+"$mutant"} "$@" "$work/all.a" -lcmocka -lm -ldl -lpthread -o "$program"
}

compile() { # SOURCE OBJECT
    cc -std=c11 -w -fPIC "${flags[@]}" -I"$root" -I"$build" -I"$build/spirv" -c "$1" -o "$2"
}

# A mistake in a part of the page of `spirv-mmra report` is one in the file that has the page in it.
build_mutant() { # STEM
    local sources=$root/translator/report page=$work/page
    case $1 in
    report.js | report.css)
        mkdir -p "$page/translator" && cp "$sources"/report.{html,css,js} "$page" && cp "$work/mutant.c" "$page/$1" &&
            python3 "$sources/generate_page.py" "$page"/report.{html,css,js} "$page/translator/report_page.h" &&
            cc -std=c11 -w -fPIC "${flags[@]}" -I"$page" -I"$root" -I"$build" -I"$build/spirv" -c "$sources/page.c" -o "$work/mutant.o" ;;
    *) compile "$work/mutant.c" "$work/mutant.o" ;;
    esac
}

# All objects that belong to the build; that of a source which was deleted stays in the tree, and does not.
built_objects() {
    ninja -C "$build" -t targets all | sed -n "s,^\\(.*\\.c\\.o\\): .*,$build/\\1,p" | sort
}

objects_of() { # FOLDER TARGET
    built_objects | grep -F "$build/$1/CMakeFiles/$2.dir/"
}

command_objects() {
    objects_of translator command
    objects_of translator spirv-mmra
}

report() { # RESULT NAME
    printf '%-9s %s\n' "$1" "$2"
    case $1 in
    killed) killed=$((killed + 1)) ;;
    slow) slow=$((slow + 1)) ;;
    *) bad=$((bad + 1)) ;;
    esac
}

# Without `touched`, every file counts as touched.
is_touched() { # STEM
    local name=${1##*/}
    [[ $name == *.* ]] || name+=.c
    [ -z "${touched-}" ] || grep -qxF -- "$name" <<<"$touched"
}

mutation() { # NAME STEM OLD NEW ARGUMENT...
    local name=$1 stem=$2 old=$3 new=$4 status
    shift 4
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then return; fi
    if ! is_touched "$stem"; then untouched=$((untouched + 1)); return; fi
    if ! python3 "$here/plant.py" "$stem" "$old" "$new" >"$work/mutant.c" 2>"$work/errors"; then
        report "no match" "$name"
        cat "$work/errors"
    elif ! build_mutant "$stem" 2>"$work/errors"; then
        report "no build" "$name"
        head -n 5 "$work/errors"
    else
        tests_pass "$work/mutant.o" "$@"
        status=$?
        case $status in
        0) report survived "$name" ;;
        124) report slow "$name" ;;
        *) report killed "$name" ;;
        esac
    fi
}

# The objects of all targets but the command, which a suite names itself, and the validator, which is linked as a library.
built_objects | grep -E "^$build/(spirv|mmra|translator)/" | grep -vE '/(spirv-mmra|command|validate)\.dir/' |
    sed 's/^/addmod /' >"$work/members"
(cd "$work" && { echo "create all.a"; cat members; echo save; echo end; } | ar -M) || exit 1
if [ "$since" ] && touched=$(git -C "$root" diff --name-only "$since" 2>/dev/null); then
    if grep -q "^tests/mutation/$suite\." <<<"$touched"; then touched=; else touched=$(sed 's,.*/,,' <<<"${touched:-none}"); fi
fi
. "$here/$suite.sh"
prepare || exit 1
tests_pass ""
case $? in
0) ;;
124) echo "the time is over without any mistake"; exit 1 ;;
*) echo "the tests fail without any mistake"; exit 1 ;;
esac
. "$here/$suite.mistakes"
echo "$killed killed, $bad not, $slow slow, $untouched in files that no late commit touches"
[ $((bad + slow)) = 0 ] && [ $((killed + untouched)) -gt 0 ]
