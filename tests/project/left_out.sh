#!/bin/bash
# What the tests of a build tree left out when ctest last ran there: a line for each thing, and for each test that was skipped.
#
#   tests/project/left_out.sh BUILD    BUILD/ctest.log: what ctest printed, which alone says what was skipped
#
# A test says so in a line "left out: WHAT" or "SKIPPED: WHY", wherever it prints it.
set -euo pipefail
awk -v preset="$(basename "$1")" '
    function say(name, what) { print preset ": " name ": " what; said[name] = 1 }
    # LastTest.log: "2/9 Testing: NAME" ... "Output:" ... "<end of output>"
    match($0, /^[0-9]+\/[0-9]+ Testing: /) { name = substr($0, RLENGTH + 1) }
    /^Output:$/ { is_output = 1 }
    /^<end of output>$/ { is_output = 0 }
    is_output && /left out: |SKIPPED: |: left out$/ { sub(/^.*SKIPPED: /, "skipped: "); say(name, $0) }
    # ctest.log: "2/9 Test #2: NAME ....***Skipped   0.01 sec"
    / Test +#[0-9]+: .*\*\*\*Skipped / {
        sub(/.* Test +#[0-9]+: /, ""); sub(/[ .]*\*\*\*Skipped.*/, "")
        if (!($0 in said)) say($0, "skipped")
    }
' "$1/Testing/Temporary/LastTest.log" "$1/ctest.log" | sort -u
