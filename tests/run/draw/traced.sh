#!/bin/bash
# Runs ray tracing pipelines, asks ray queries and draws with task and mesh shaders, on a Vulkan driver that has them and with their
# translations on the host, and compares what they leave: as llc compiles the translation, and with --abi=buffer and another seed after
# opt -O2 (docs/evidence/comparer.md, "Drawing" and "Rays"); some of them as machine code. --on=PROCESSOR: all of them as its machine
# code, and nothing else; by hand. tests/packages.sh unpacks such a driver beside the system's where that is older.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
. "$(dirname "$0")/newer.sh"

compare() {
    "$build/bin/compare" -j "$jobs" --settings="$traced/settings" "$@" >"$work/report" 2>&1
}

compare --report "$traced/query-type.spv" || true
if ! grep -q '^equal' "$work/report" && { grep -q '^lacking' "$work/report" || ! grep -q 'shaders on' "$work/report"; }; then
    echo "NO VULKAN DRIVER WITH MESHES AND RAY QUERIES: NOTHING WAS TRACED. tests/packages.sh test unpacks one." >&2
    exit 77
fi
if [[ "${1-}" = --on=* ]]; then
    compare --report "$1" "$traced"/*.spv || status=$?
    cat "$work/report"
    exit "${status-0}"
fi
some() { # NAME...
    printf "$traced/%s.spv " "$@"
}
# shellcheck disable=SC2046 # a list of names
compare --on=gfx1100 $(some mesh-payload mesh-shared mesh-count-by-group pipeline-boxes-any pipeline-call-calls pipeline-nested-itself pipeline-query-in-hit pipeline-terminate query-in-evaluation query-two task-shared task-counts) || { cat "$work/report"; fail "as machine code of gfx1100"; }
# Scratch memory is a buffer there.
# shellcheck disable=SC2046
compare --on=gfx1030 $(some mesh-private-array pipeline-boxes-any) || { cat "$work/report"; fail "as machine code of gfx1030"; }
# shellcheck disable=SC2046
compare --on=gfx1201 $(some mesh-atomics pipeline-boxes-t-shrinks pipeline-payload-loop query-worldtoobject-1 task-barrier) || { cat "$work/report"; fail "as machine code of gfx1201"; }
compare "$traced"/*.spv || { cat "$work/report"; fail "as llc compiles it"; }
tail -n 1 "$work/report"
compare --seed=2 --optimize --abi=buffer "$traced"/*.spv || { cat "$work/report"; fail "optimized"; }
tail -n 1 "$work/report"
# What the comparer says that it cannot know has a reason of its own in each case.
compare --report "$traced"/mesh-unknown-*.spv || fail "unknown: status $?"
reasons=$(sed -n 's/^not-comparable mesh-unknown-[a-z]*: //p' "$work/report" | sort -u | wc -l)
cases=$(find "$traced" -name 'mesh-unknown-*.spv' | wc -l)
if [ "$reasons" = 0 ] || [ "$reasons" != "$cases" ]; then fail "unknown: $reasons reasons in $cases cases: $(cat "$work/report")"; fi
finish "traced with $(find "$traced" -name '*.spv' | wc -l) shaders twice"
