#!/bin/bash
# Runs the tests of a folder that are named (without .ll), or all: ir_tests.sh FOLDER [NAME...]. Each is a small piece of
# IR whose RUN lines are commands of bash, of which each must succeed. In them %s is the file, %t a fresh path, and %llc,
# %opt, %check and %passes are tools: `%passes NAME...` is the file without its comments after these passes, by
# tests/ir/passes/ir_passes in the build tree that SMMRA_BUILD names; `%translate SHADER OPTION...` is what the command there makes
# of a shader of tests/lower/shaders, in profile 22. IR_TESTS_ONLY=NAME leaves out commands without NAME.
set -uo pipefail
cd "$(dirname "$0")/../$1" || exit 1
shift
ulimit -c 0 # some tests show that llc aborts
export LLVM_DISABLE_SYMBOLIZATION=1 # and its backtraces take seconds
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0
passes="grep -v '^;' %s | ${SMMRA_BUILD:-}/bin/ir_passes"

for tool in llc-22 opt-22 llvm-as-22 FileCheck-22; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: tests/packages.sh test installs it"; exit 1; }
done

run_line() { # test command
    local line=$2
    line=${line//'%llc'/llc-22 -mtriple=amdgcn-amd-amdhsa -o -}
    line=${line//'%opt'/opt-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -S -o -}
    line=${line//'%check'/FileCheck-22 %s}
    line=${line//'%passes'/"$passes"}
    line=${line//'%translate '/"${SMMRA_BUILD:-}/bin/spirv-mmra --llvm 22 ${SMMRA_BUILD:-}/tests/shaders/"}
    line=${line//'%s'/$1.ll}
    line=${line//'%t'/$scratch/$1}
    [[ $line == *"${IR_TESTS_ONLY:-}"* ]] || return 0
    bash -o pipefail -c "$line" 2>"$scratch/errors" && return
    echo "FAIL $1: $line"
    cat "$scratch/errors"
    return 1
}

run_test() {
    local line ok=0 lines=0
    while IFS= read -r line; do
        lines=$((lines + 1))
        run_line "$1" "$line" || ok=1
    done < <(sed -n 's/^; RUN: //p' "$1.ll")
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
