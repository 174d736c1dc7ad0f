#!/bin/bash
# tests/run.sh with a cmake and a ctest that only say what happened: after failures it goes on to the release build, and sums up.
set -euo pipefail
. "$(dirname "$0")/common.sh"
mkdir -p "$work/tests/project" "$work/bin" "$work"/build/{sanitize,release}/Testing/Temporary
cp "$tests/run.sh" "$work/tests"
cp "$tests/project/left_out.sh" "$work/tests/project"
touch "$work"/build/{sanitize,release}/Testing/Temporary/LastTest.log
for script in packages.sh project/newest.sh; do
    printf '#!/bin/sh\n' >"$work/tests/$script"
done
cat >"$work/bin/cmake" <<'END'
#!/bin/sh
[ "$*" != "--build --preset $BROKEN -j $(nproc)" ]
END
cat >"$work/bin/ctest" <<'END'
#!/bin/sh
for argument; do echo "$argument"; done >"$ARGUMENTS/$2"
if [ "$2" = "$FAILING" ]; then
    printf '50%% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  7 - a.test (Failed)\n'
    exit 8
fi
echo '100% tests passed, 0 tests failed out of 3'
END
chmod +x "$work"/tests/{packages.sh,project/newest.sh} "$work"/bin/*

says() { # status, the last lines but for seconds; BROKEN and FAILING are presets
    local status=0
    PATH=$work/bin:$PATH bash "$work/tests/run.sh" >"$work/said" 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "status $status, not $1"
    [ "$(grep '^run.sh: ' "$work/said" | sed 's/ in [0-9]* s$//')" = "$2" ] || fail "$(cat "$work/said")"
}
export BROKEN='' FAILING='' ARGUMENTS=$work
says 0 'run.sh: PASS (sanitize: 3 tests, release: 3 tests; 0 left out)'
FAILING=sanitize says 1 'run.sh: failed: sanitize: a.test (Failed)
run.sh: FAIL (sanitize: 1 tests failed out of 2, release: 3 tests; 0 left out)'
FAILING=release BROKEN=sanitize says 1 'run.sh: failed: release: a.test (Failed)
run.sh: FAIL (sanitize: build, release: 1 tests failed out of 2; 0 left out)'
# ctest runs just the tests that the part names: it understands the expression, and each name is that of a test.
ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$work/all"
mapfile -t arguments < <(sed -n '/^--tests-regex/,$p' "$work/sanitize")
expression=${arguments[*]: -1}
tr '|' '\n' <<<"$expression" | sed 's/^^(//; s/)\$$//' >"$work/names"
while read -r name; do
    [[ "$name" =~ ^(fuzz.short|shaders.sanitized)$ ]] || grep -qxE "$name" "$work/all" || fail "no test is called $name" # those two only the sanitizers have
done < <(sed 's/\\\././g' "$work/names")
[ "$(wc -l <"$work/names")" -gt 50 ] || fail "only $(wc -l <"$work/names") names"
grep -E -- "$expression" "$work/all" >"$work/wanted"
ctest --test-dir "$build" -N -FA '.*' "${arguments[@]}" | sed -n 's/^ *Test *#[0-9]*: //p' | cmp - "$work/wanted" || fail "ctest runs other tests"
tr '|' '\n' < <(sed -n '/^--exclude-regex/{n;p}' "$work/release" | sed 's/^^(//; s/)\$$//') >"$work/seldom"
[ "$(wc -l <"$work/seldom")" -lt 35 ] || fail "release: many tests are left out"
if grep -q 'CMAKE_BUILD_TYPE:STRING=Release' "$build/CMakeCache.txt"; then # some are in that build alone
    while read -r name; do
        grep -qxE "$name" "$work/all" || fail "no test is called $name"
    done <"$work/seldom"
fi

# --all leaves out none, and nothing else is an option.
PATH=$work/bin:$PATH bash "$work/tests/run.sh" --all >"$work/said" 2>&1 || fail "--all: $(cat "$work/said")"
if grep -q regex "$work/sanitize" "$work/release"; then fail "--all: not every test"; fi
status=0
PATH=$work/bin:$PATH bash "$work/tests/run.sh" --al >"$work/said" 2>&1 || status=$?
[ "$status" = 2 ] || fail "--al: status $status"
finish "run.sh: goes on and sums up"
