#!/bin/bash
# Executes machine code of some shaders that are drawn with, and compares what it leaves with the Vulkan driver's results
# (docs/guide/comparing.md, "Machine code"). --all: of all vertex and fragment shaders, on five processors; by hand.
set -euo pipefail
. "$(dirname "$0")/../compare/execute.sh"

some() { # NAME...
    printf "$drawn/%s.spv " "$@"
}

if [ "${1-}" = --all ]; then
    for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
        # tessellation, geometry and what shells give are not executed
        "$build/bin/compare" -j "$jobs" --settings="$drawn/settings" --on="$processor" --report "$drawn"/*.spv || true
    done
else
    # shellcheck disable=SC2046 # a list of names
    execute "$drawn/settings" gfx1100 $(some all-live builtin-helper demote-goes-on demoted-results depth-late-less derivative derivative-after-demote discard-after-store discarded helper-atomic-exchange-int helper-store-struct sampled-2d-bias sampled-after-demote sampled-explicit samples-discard stencil-reference queried-level-2d vertex-clip-distance-8 vertex-draw)
    # shellcheck disable=SC2046
    execute "$drawn/settings" gfx1030 $(some builtin-mask-out-5 demoted-atomic helper-store-words sampled-3d-offset vertex-image)
    # shellcheck disable=SC2046
    execute "$drawn/settings" gfx1201 $(some demoted-in-loop discard-in-loop helper-store-image quad-swap-diagonal vertex-atomics)
fi
finish "executed machine code of shaders that are drawn with"
