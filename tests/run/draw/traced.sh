#!/bin/bash
# Runs ray tracing pipelines, asks ray queries and draws with task and mesh shaders, on a Vulkan driver that has them and with their
# translations on the host, and compares what they leave: as llc compiles the translation, and with --abi=buffer and another seed after
# opt -O2 (docs/guide/comparing.md, "Drawing" and "Rays"). tests/packages.sh unpacks such a driver beside the system's where that is older.
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
