#!/bin/bash
# Each item that the library takes from an arena is an allocation here, and each of them fails once: of a few small inputs of
# every kind. See allocations.c.
#
#   tests/stress/robust/single.sh [FILE...]    files (.spv, .litmus, .ll, .s) instead of those
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
if [ $# = 0 ]; then
    unpack_corpus
    spirv-as --target-env vulkan1.3 "$tests/litmus/spirv/lock-relaxed.spvasm" -o "$work/lock.spv"
    spirv-as --target-env vulkan1.3 "$tests/lower/zeroing_shared.spvasm" -o "$work/zeroing.spv"
    printf '\t%s\n' 'global_load_b32 v0, v1, s[0:1] glc' 's_waitcnt vmcnt(0)' 'v_add_nc_u32_e32 v0, 1, v0' s_endpgm >"$work/code.s"
    set -- "$work/lock.spv" "$work/zeroing.spv" "$work/code.s" "$tests"/litmus/vulkan/mp-narrow.litmus "$tests"/litmus/ir/barrier-alone.ll \
        "$corpus"/never-available-local-24.ll
fi
"$build/bin/allocations_alone" --run "$@" | tee "$work/said" || fail "single allocations"
finish "$(cat "$work/said")"
