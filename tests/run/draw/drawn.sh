#!/bin/bash
# Draws with the shaders of this folder and those that families.py makes, on the Vulkan driver and with their translations on the
# host, and compares what they leave: as llc compiles the translation, and, with SMMRA_ALL set, with --abi=buffer and another
# seed after opt -O2 (docs/evidence/comparer.md, "Drawing").
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
compare() {
    local status=0
    "$build/bin/compare" -j "$jobs" --settings="$drawn/settings" "$@" "$drawn"/*.spv || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS DRAWN. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare $*: status $status"
}

compare
[ -z "${SMMRA_ALL:-}" ] || compare --seed=2 --optimize --abi=buffer
finish "drew with $(find "$drawn" -name '*.spv' | wc -l) shaders"
