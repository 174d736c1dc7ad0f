#!/bin/bash
# Runs every test: installs what is missing (tests/packages.sh), builds with the sanitizers and for release, and runs
# the tests of both, also where the first have failures. The last line is "run.sh: PASS ..." with exit status 0, or "run.sh: FAIL ..." with status 1. The lines
# before it say which tests failed, what tests left out, as a tool or data that they ask for was not there, and which were skipped.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

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

# The release part does not repeat what no optimization of the translator changes. What LLVM or another judge says of text that
# samples.golden holds equal in both builds, what the command says and decides in scripts (builds.agree compares both builds; in release
# litmus.spirv, litmus.command, the tests that are programs, and all that compare with a driver remain), and what the sanitizers watch best.
again=(
    'scripts.*' mutation.apply opcodes.tested robust.single embed.{record,shell,shells}
    {backend,isa,machine,witness,quads,facts,descriptors}'.*' machine_model.{cases,cases_23,suites,suites_23,cost}
    stages.{accepted,helpers} shaders.{strict,deterministic,convergent,checked,explained} lower.modules fold.{compile,mixed}
    check.{kernels,optimized,form,mutated,advice} passes.order_in_isa{,_without} kernels.cases
    command.{invalid,names,pages,completion,sources,tools,recordings,json,messages,report,suggestions,explained,diagnostics,manual,newer,watch}
    litmus.{aborts,algorithms,barriers,course,dependencies,drawn,endings,far,fragments,hostile,images,inputs,matrices,messages,planted,rays}
    litmus.{readings,shader_races,split_barriers,stages,tensors,vectors,verdicts,waiting_shaders}
)
# These run thousands of programs through code that the other tests of litmus run under the sanitizers, and judge by outcomes.
explored=(litmus.{reductions,waiting,buffering,looks,detours,renaming})
# As ctest wants them: one expression, in one group, as it knows few.
expression_of() { # NAME...
    local names
    names=$(IFS='|' && echo "$*")
    names=${names//./\\.}
    echo "^(${names//\*/.*})\$"
}

tests/packages.sh test || finish FAIL "packages"
tests/project/newest.sh || true # scripts.newest says that it is not there
run_preset sanitize --exclude-regex "$(expression_of "${explored[@]}")"
run_preset release --exclude-regex "$(expression_of "${again[@]}")"
[ ${#failures[@]} = 0 ] || finish FAIL "$(printf '%s, ' "${failures[@]}" "${summary[@]}" | sed 's/, $//')"
finish PASS "${summary[0]}, ${summary[1]}"
