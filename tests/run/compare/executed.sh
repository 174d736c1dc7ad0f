#!/bin/bash
# Executes machine code of some shaders, and compares what it leaves with the Vulkan driver's results, or where subgroups are as
# large as waves with the host's (docs/guide/comparing.md). --all: of all shaders, on all processors and by LLVM 23 besides; by hand.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

execute() { # PROCESSOR ARGUMENT...
    local status=0 processor=$1
    shift
    "$build/bin/compare" -j "$jobs" --settings="$tests/run/compare/settings.txt" --on="$processor" "$@" || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS COMPARED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare --on=$processor $*: status $status"
}

some() { # NAME...
    printf "$shaders/%s.spv " "$@"
}

if [ "${1-}" = --all ]; then
    for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
        execute "$processor" --report "$shaders"/*.spv
    done
    if [[ " ${llvm_versions[*]} " = *" 23 "* ]]; then execute gfx1100 --llvm=23 --report "$shaders"/*.spv; fi
else
    # shellcheck disable=SC2046 # a list of names
    execute gfx1100 --races $(some atomic-max-shared clock float-division float-toward-zero float-nan-min-max integer-64 matrix-functions matrix-product reduction subgroup-ballot type-int8 uniform-row-major image-atomic-add image-fetch-2d image-size-sampled image-store-alike)
    # shellcheck disable=SC2046
    execute gfx942 --races $(some dot-packed float-trigonometry subgroup-vote type-uint16-storage)
    # shellcheck disable=SC2046
    execute gfx1201 $(some float-packing integer-find-signed subgroup-shuffle type-double image-multisampled image-read-write-buffer image-gather-offset image-sample-grad-2d-array image-sample-lod-cube-array image-store-alike)
fi
finish "executed machine code"
