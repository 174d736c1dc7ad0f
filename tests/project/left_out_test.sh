#!/bin/bash
# What tests leave out is found in what ctest keeps of them, whether they pass or are skipped.
set -euo pipefail
. "$(dirname "$0")/common.sh"

cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(example NONE)
enable_testing()
add_test(NAME all COMMAND echo "nothing is missing")
add_test(NAME a.part COMMAND sh -c "echo first; echo 'left out: the corpus (no ../shared)'")
add_test(NAME silent COMMAND sh -c "exit 77")
add_test(NAME spoken COMMAND sh -c "echo 'SKIPPED: no clang' >&2; exit 77")
set_tests_properties(all a.part silent spoken PROPERTIES SKIP_RETURN_CODE 77)
END
cmake -G Ninja -S "$work" -B "$work/release" >/dev/null
ctest --test-dir "$work/release" -j 2 >"$work/release/ctest.log" || true
cat >"$work/expected" <<'END'
release: a.part: left out: the corpus (no ../shared)
release: silent: skipped
release: spoken: skipped: no clang
END
bash "$tests/project/left_out.sh" "$work/release" | diff "$work/expected" - || fail "not what was left out"
finish "left out"
