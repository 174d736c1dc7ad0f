#!/bin/bash
# Executes machine code of some shaders that are drawn with, and compares what it leaves with the Vulkan driver's results
# (docs/evidence/comparer.md, "Machine code"). --all: of all of them and of those that are traced with, on five processors; by hand.
set -euo pipefail
here=$(dirname "$0")
. "$here/../compare/execute.sh"

some() { # NAME...
    printf "$drawn/%s.spv " "$@"
}

if [ "${1-}" = --all ]; then
    for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
        # those with per-vertex inputs of halves cannot be compared, and gfx90a and gfx942 do not sample
        "$build/bin/compare" -j "$jobs" --settings="$drawn/settings" --on="$processor" --report "$drawn"/*.spv || true
        env -u VK_ICD_FILENAMES "$here/traced.sh" --on="$processor" || true # by a newer driver
    done
else
    # shellcheck disable=SC2046 # a list of names
    execute "$drawn/settings" gfx1100 $(some all-live builtin-helper demote-goes-on demoted-results depth-late-less derivative derivative-after-demote discard-after-store discarded helper-atomic-exchange-int helper-store-struct sampled-2d-bias sampled-after-demote sampled-explicit samples-discard stencil-reference queried-level-2d vertex-clip-distance-8 vertex-draw control-barrier-twice control-vertices-32 evaluation-patch-array geometry-streams-by-primitive interlock interpolate-at-each-sample interpolate-offset-vec2 per-vertex-sum)
    # shellcheck disable=SC2046
    execute "$drawn/settings" gfx1030 $(some private-array control-private-array geometry-private-array builtin-mask-out-5 demoted-atomic helper-store-words sampled-3d-offset vertex-image control-atomics geometry-clip-distance interpolate-each-sample)
    # shellcheck disable=SC2046
    execute "$drawn/settings" gfx1201 $(some demoted-in-loop discard-in-loop helper-store-image quad-swap-diagonal vertex-atomics control-levels-read-back evaluation-levels geometry-image)
fi
finish "executed machine code of shaders that are drawn with"
