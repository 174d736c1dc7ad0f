#!/bin/bash
# Cooperative matrices: what each shader leaves in memory, beside what the Vulkan driver makes of the scalar shader that
# make.py writes beside it: on the host, and as machine code of a processor, whose layouts of lanes the executor knows
# from the ISA guides alone. --all: machine code of all processors, and by LLVM 23 besides, of all
# shaders with tensor layouts, and not of every third.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
[ -f "$matrices/settings" ] || need_newest_glslang
mapfile -t modules < <(find "$matrices" -name '*.spv' ! -name '*-plain.spv' | sort)

compare() { # ARGUMENT...
    local status=0
    "$build/bin/compare" -j "$jobs" --settings="$matrices/settings" "$@" || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS COMPARED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare $1: status $status"
}

processors=(gfx1100)
if [ "${1-}" = --all ]; then processors=(gfx90a gfx942 gfx1030 gfx1100 gfx1201); fi
compare --report "${modules[@]}"
for processor in "${processors[@]}"; do
    # places in tensors are the same numbers on every processor
    mapfile -t some < <(printf '%s\n' "${modules[@]}" | if [ "${1-}" = --all ]; then cat; else awk '!/\/tensor-/ || ++n % 3 == 1'; fi)
    # its registers are too few for that: what lies in scratch memory behind a buffer is not executed
    if [ "$processor" = gfx1030 ]; then mapfile -t some < <(printf '%s\n' "${some[@]}" | grep -v /f16-f32-tiles); fi
    compare --on="$processor" --report "${some[@]}"
done
if [ "${1-}" = --all ]; then
    for processor in gfx942 gfx1100; do compare --on="$processor" --llvm=23 --report "${modules[@]}"; done
fi
finish "compared ${#modules[@]} shaders with cooperative matrices"
