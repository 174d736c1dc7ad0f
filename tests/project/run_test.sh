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
# ctest leaves out just the tests that a part names: it understands the expression, and each name is that of a test.
ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$work/all"
for preset in sanitize release; do
    mapfile -t arguments < <(sed -n '/^--exclude-regex/,$p' "$work/$preset")
    expression=${arguments[*]: -1}
    grep -vE -- "$expression" "$work/all" >"$work/wanted"
    ctest --test-dir "$build" -N "${arguments[@]}" | sed -n 's/^ *Test *#[0-9]*: //p' | cmp - "$work/wanted" || fail "$preset: ctest leaves out other tests"
    tr '|' '\n' <<<"$expression" | sed 's/^^(//; s/)\$$//' >"$work/names"
    while read -r name; do
        grep -qxE "$name" "$work/all" || fail "$preset: no test is called $name"
    done <"$work/names"
    [ "$(wc -l <"$work/names")" -gt 5 ] || fail "$preset: only $(wc -l <"$work/names") names"
done
finish "run.sh: goes on and sums up"
