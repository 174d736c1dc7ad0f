#!/bin/bash
# Draws with every shader of this folder on the Vulkan driver and with its translation on the host, and compares what they leave:
# as llc compiles the translation, with another seed after opt -O2, and with --abi=buffer (docs/comparing.md, "Drawing").
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
here=$(dirname "$0")

compile() { # source
    glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "$work/$(basename "${1%.*}").spv"
}
export -f compile
export work

printf '%s\0' "$here"/*.frag | each bash -c 'compile "$1"' compile >"$work/messages"
count_failures "$work/messages"

compare() {
    local status=0
    "$build/bin/compare" -j "$jobs" --settings="$here/settings.txt" "$@" "$work"/*.spv || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS DRAWN. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare $*: status $status"
}

compare
compare --seed=2 --optimize
compare --abi=buffer
finish "drew with $(find "$work" -name '*.spv' | wc -l) shaders three times"
