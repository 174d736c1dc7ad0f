#!/bin/bash
# Runs every shader on the Vulkan driver and its translation on the host, and compares what they leave in memory: with
# --abi=buffer as llc compiles it, and with the kernel's ABI and another seed after opt -O2, which makes use of all that the IR promises
# (docs/evidence/comparer.md). --all: with the kernel's ABI as llc compiles it besides.
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

if [ "${1-}" = --all ]; then compare; fi
compare --abi=buffer
compare --seed=2 --optimize
finish "compared the shaders"
