#!/bin/bash
# Runs the tests of a folder that are named (without .ll), or all: ir_tests.sh FOLDER [NAME...]. Each is a small piece of
# IR whose RUN lines are commands of bash, of which each must succeed, with the tools of LLVM 22 and with the newest ones; those of a
# line RUN-22 or RUN-23 with these alone. In them %s is the file, %t a fresh path, %version that of LLVM, and %llc, %opt, %check and
# %passes are tools: `%passes NAME...` is the file without its comments after these passes, by tests/ir/passes/ir_passes in the build
# tree that SMMRA_BUILD names; `%translate SHADER OPTION...` is what the command there makes of a shader of tests/lower/shaders, in the
# profile of the version. IR_TESTS_ONLY=NAME leaves out commands without NAME, IR_TESTS_LLVM=VERSION other versions.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
PATH=$PATH:$(dirname "$PWD")/build/newest/bin # of tests/project/newest.sh
cd "$1" || exit 1
shift
ulimit -c 0 # some tests show that llc aborts
export LLVM_DISABLE_SYMBOLIZATION=1 # and its backtraces take seconds
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0
read -ra versions <<<"${IR_TESTS_LLVM:-22 23}"
command -v llc-23 >/dev/null || versions=(22)
passes="grep -v '^;' %s | ${SMMRA_BUILD:-}/bin/ir_passes"

for tool in llc-22 opt-22 llvm-as-22 FileCheck-22; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: tests/packages.sh test installs it"; exit 1; }
done

run_line() { # test version command
    local line=$3 version=$2
    line=${line//'%llc'/llc-$version -mtriple=amdgcn-amd-amdhsa -o -}
    line=${line//'%opt'/opt-$version -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -S -o -}
    line=${line//'%check'/FileCheck-22 %s}
    line=${line//'%passes'/"$passes"}
    line=${line//'%translate '/"${SMMRA_BUILD:-}/bin/spirv-mmra --llvm $version ${SMMRA_BUILD:-}/tests/shaders/"}
    line=${line//'%s'/$1.ll}
    line=${line//'%version'/$version}
    line=${line//'%t'/$scratch/$1}
    [[ $line == *"${IR_TESTS_ONLY:-}"* ]] || return 0
    bash -o pipefail -c "$line" 2>"$scratch/errors" && return
    echo "FAIL $1, LLVM $version: $line"
    cat "$scratch/errors"
    return 1
}

run_test() {
    local line ok=0 lines=0 version
    for version in "${versions[@]}"; do
        while IFS= read -r line; do
            lines=$((lines + 1))
            run_line "$1" "$version" "$line" || ok=1
        done < <(sed -nE "s/^; RUN(-$version)?: //p" "$1.ll")
    done
    if [ "$lines" = 0 ]; then
        echo "FAIL $1: no RUN line"
        ok=1
    fi
    return "$ok"
}

tests=("$@")
if [ ${#tests[@]} = 0 ]; then
    tests=(*.ll)
fi
for test in "${tests[@]}"; do
    run_test "${test%.ll}" || failures=$((failures + 1))
done
echo "${#tests[@]} run, $failures failed"
[ "$failures" = 0 ]
