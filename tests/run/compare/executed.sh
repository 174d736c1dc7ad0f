#!/bin/bash
# Executes machine code of some shaders, and compares what it leaves with the Vulkan driver's results, or where subgroups are as
# large as waves with the host's (docs/evidence/comparer.md). --all: of all shaders, on all processors and by LLVM 23 besides; by hand.
set -euo pipefail
. "$(dirname "$0")/../compare/execute.sh"

some() { # NAME...
    printf "$shaders/%s.spv " "$@"
}

if [ "${1-}" = --all ]; then
    for processor in gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1201; do
        execute "$tests/run/compare/settings.txt" "$processor" --report "$shaders"/*.spv
    done
    # gfx1250 has no images.
    mapfile -t without_images < <(printf '%s\n' "$shaders"/*.spv | grep -vE '/(image-|widths-coordinates)')
    execute "$tests/run/compare/settings.txt" gfx1250 --report "${without_images[@]}"
    if [[ " ${llvm_versions[*]} " = *" 23 "* ]]; then
        execute "$tests/run/compare/settings.txt" gfx1100 --llvm=23 --report "$shaders"/*.spv
        execute "$tests/run/compare/settings.txt" gfx1250 --llvm=23 --report "${without_images[@]}"
    fi
else
    # shellcheck disable=SC2046 # a list of names
    execute "$tests/run/compare/settings.txt" gfx1100 --races $(some atomic-max-shared clock float-division float-toward-zero float-nan-min-max integer-64 quotients-24-bits constant-tables matrix-functions matrix-product reduction subgroup-ballot subgroup-reduce-types type-int8 uniform-row-major image-atomic-add image-fetch-2d image-size-sampled image-store-alike)
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx942 --races $(some dot-packed float-trigonometry subgroup-vote type-uint16-storage)
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx950 $(some local-array type-u8vec4) # v_bitop3
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx90a $(some local-array private-array) # scratch memory is a buffer
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx1030 $(some image-sample-grad-cube image-sample-halves)
    # Reductions of clusters, and of waves of 64, combine neighbours; those of other waves are LLVM 23's own. The host has clusters also
    # where the driver has none.
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx942 --unadvertised $(some subgroup-clusters)
    if [[ " ${llvm_versions[*]} " = *" 23 "* ]]; then
        for processor in gfx942 gfx1100; do
            # shellcheck disable=SC2046
            execute "$tests/run/compare/settings.txt" "$processor" --unadvertised --llvm=23 $(some subgroup-clusters subgroup-divergent subgroup-narrow subgroup-reduce-floats subgroup-reduce-integers subgroup-wide)
        done
        # shellcheck disable=SC2046
        execute "$tests/run/compare/settings.txt" gfx1100 --unadvertised --llvm=23 --wave=64 $(some subgroup-clusters subgroup-reduce-integers)
    fi
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx1100 --wave=64 $(some subgroup-shuffle)
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx1201 $(some float-packing integer-find-signed subgroup-shuffle type-double image-multisampled image-read-write-buffer constant-tables image-gather-offset image-sample-compare image-sample-grad-2d-array image-sample-grad-cube image-sample-lod-cube-array image-store-alike image-load-half)
    newest=${llvm_versions[-1]}
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx1250 --races --llvm="$newest" $(some reduction integer-64 matrix-product atomic-max-shared uniform-row-major)
    # shellcheck disable=SC2046
    execute "$tests/run/compare/settings.txt" gfx1250 --llvm="$newest" $(some float-packing type-double type-u8vec4 subgroup-shuffle dot-packed clock local-array private-array float-division type-int8 robust-reads robust-writes)
fi
finish "executed machine code"
