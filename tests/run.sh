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

tests/packages.sh test || finish FAIL "packages"
tests/project/newest.sh || true # scripts.newest says that it is not there
run_preset sanitize
# Not again: what looks at LLVM or at another judge, which no build of the translator changes, and what the sanitizers watch best.
run_preset release --exclude-regex \
    '^scripts\.|^mutation\.apply$|^(backend|isa|machine|witness)\.|^quads\.|^machine_model\.(cases|suites)|^stages\.accepted$|^shaders\.(strict|deterministic|convergent|checked)$|^command\.(invalid|names)$'
[ ${#failures[@]} = 0 ] || finish FAIL "$(printf '%s, ' "${failures[@]}" "${summary[@]}" | sed 's/, $//')"
finish PASS "${summary[0]}, ${summary[1]}"
