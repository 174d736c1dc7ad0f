#!/bin/bash
# Runs every shader on the Vulkan driver and its translation on the host, and compares what they leave in memory: as llc
# compiles the translation, with another seed after opt -O2, and with --abi=buffer (docs/guide/comparing.md).
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

compare() {
    local status=0
    "$build/bin/compare" -j "$jobs" --settings="$tests/run/compare/settings.txt" --integers=wide "$@" "$shaders"/*.spv || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS COMPARED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare $*: status $status"
}

compare
compare --seed=2 --optimize
compare --abi=buffer
finish "compared the shaders three times"
