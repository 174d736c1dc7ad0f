#!/bin/bash
# run.sh [--all]: runs every test. Installs what is missing (tests/packages.sh), builds with the sanitizers and for
# release, and runs nearly all tests in release and a part of them under the sanitizers (--all: all in both), also
# where the first have failures. The last line is "run.sh: PASS ..." with exit status 0, or "run.sh: FAIL ..." with status 1. The lines
# before it say which tests failed, what tests left out, as a tool or data that they ask for was not there, and which were skipped.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

[ "${*:-}" = "" ] || [ "$*" = --all ] || { echo "usage: run.sh [--all]" >&2; exit 2; }
jobs=$(nproc 2>/dev/null || echo 2)
started=$SECONDS
summary=()
failures=() # why the whole fails
failed=()   # tests
left_out=()

finish() { # PASS | FAIL, why
    [ ${#failed[@]} = 0 ] || printf 'run.sh: %s\n' "${failed[@]}"
    [ ${#left_out[@]} = 0 ] || printf 'run.sh: %s\n' "${left_out[@]}"
    echo "run.sh: $1 ($2; ${#left_out[@]} left out) in $((SECONDS - started)) s"
    [ "$1" = PASS ]
    exit
}

# Adds to the summary and to the failures; false: this preset has some.
run_preset() { # preset, further arguments for ctest...
    local preset=$1 log found status=0
    shift
    echo "== $preset: configure and build"
    cmake --preset "$preset" </dev/null || { failures+=("$preset: configure"); return 1; }
    cmake --build --preset "$preset" -j "$jobs" </dev/null || { failures+=("$preset: build"); return 1; }
    echo "== $preset: tests"
    log=build/$preset/ctest.log
    ctest --preset "$preset" -j "$jobs" --no-tests=error "$@" </dev/null 2>&1 | tee "$log" || status=$?
    mapfile -t -O ${#left_out[@]} left_out < <(tests/project/left_out.sh "build/$preset")
    found=$(sed -nE 's/.*, ([0-9]+ tests failed out of [0-9]+).*/\1/p' "$log")
    if [ "$status" != 0 ]; then
        failures+=("$preset: ${found:-ctest ended with status $status}")
        mapfile -t -O ${#failed[@]} failed < <(sed -nE "s/^\t *[0-9]+ - (.*)/failed: $preset: \1/p" "$log")
        return 1
    fi
    summary+=("$preset: ${found##* } tests")
}

# Under the sanitizers run: the tests that are programs, and the scripts that lead many kinds of input, right and wrong, through
# all subcommands and every way in. What LLVM, drivers and other judges say of the text, planted mistakes and the command's
# many starts (0.15 s each under the sanitizers, a tenth of it in release) run in release alone: samples.golden
# holds the two builds' text equal, and so does builds.agree. --all runs everything in both.
watched=(
    {mmra,spirv,memory_map,translator,second_reading,executor,passes}'.*' robust.{allocations,capabilities} lower.layout host.images
    shaders.sanitized deciders.short fuzz.short web.browser check.{command,corpus,documented,form,pairs,sarif}
    command.{diagnostics,json,messages,output,recordings,report,status} embed.record kernels.{agree,messages}
    litmus.{addresses,arithmetic,chains,command,constants,excuses,explore,far,hostile,images,inputs,planted}
    litmus.{race,random,random_shaders,relation,spirv,suites,translation,verdicts}
    machine_model.{command,random}
)
# These are long, and seldom tell: they ask again, with other options, another LLVM or an older driver, what
# shaders.accepted, shaders.compared, shaders.drawn, embed.installed and the suites of litmus and the machine's model ask,
# or hold limits and agreement that hardly a change touches. --all alone runs them, the second half of shaders.drawn,
# two thirds of shaders.accepted and of kernels.objects, and the proofs that take more than ten seconds each (SMMRA_ALL).
seldom=(
    builds.agree command.timeouts embed.{built,shells} fold.executed litmus.{matrices,renaming,tensors} matrices.{accepted,compared,compile}
    machine_model.{cases_19,cases_21,cases_23,driver_abi_23,radv,suites_23,without} mutation.{passes,reader} quads.fragments
    robust.{exponents,patience,threads} shaders.{comparer,newest,tokens,traced,untyped} stages.accepted witness.random
)
# As ctest wants them: one expression, in one group, as it knows few.
expression_of() { # NAME...
    local names
    names=$(IFS='|' && echo "$*")
    names=${names//./\\.}
    echo "^(${names//\*/.*})\$"
}

part=(--tests-regex "$(expression_of "${watched[@]}")") most=(--exclude-regex "$(expression_of "${seldom[@]}")")
if [ $# != 0 ]; then
    part=() most=()
    export SMMRA_ALL=1
fi
tests/packages.sh test || finish FAIL "packages"
tests/project/newest.sh || true # scripts.newest says that it is not there
# Where python3 is a script that looks for one, each of the tests' many starts would look.
PATH=$(dirname "$(python3 -c 'import sys; print(sys.executable)')"):$PATH
run_preset sanitize "${part[@]}"
run_preset release "${most[@]}"
[ ${#failures[@]} = 0 ] || finish FAIL "$(printf '%s, ' "${failures[@]}" "${summary[@]}" | sed 's/, $//')"
finish PASS "${summary[0]}, ${summary[1]}"
