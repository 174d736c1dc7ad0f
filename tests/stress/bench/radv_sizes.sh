#!/bin/bash
# Bytes of machine code and waits of compute modules on the patched RADV (samples/mesa/radv): through this library, through the driver's
# own LLVM path, and by ACO. A table with what is refused and why, then the geometric means. Nothing fails, and no card is needed.
#
#   VK_ICD_FILENAMES=FILE tests/stress/bench/radv_sizes.sh MODULE.spv...    FILE: what samples/mesa/radv/build.sh prints
#
#   SMMRA_PROCESSORS    gfx1030 gfx1100 gfx1201
#   SMMRA_LOADER        words before each command, as of another system's ld-linux.so
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
declare -A families=([gfx1030]=NAVI21 [gfx1100]=NAVI31 [gfx1201]=GFX1201)
: "${VK_ICD_FILENAMES:?the ICD file of the patched driver}"
export VK_DRIVER_FILES=$VK_ICD_FILENAMES XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp} MESA_SHADER_CACHE_DISABLE=1
read -ra loader <<<"${SMMRA_LOADER:-}"

# Bytes and waits, or "-" and why there are none.
measure() { # module processor RADV_DEBUG RADV_SMMRA
    RADV_FORCE_FAMILY=${families[$2]} RADV_DEBUG=$3,shaders,shaderstats,nocache RADV_SMMRA=$4 \
        timeout 120 "${loader[@]}" "$build/bin/pipeline" "$1" >"$work/said" 2>&1 || echo "ended with $?" >>"$work/said"
    if [ "$3 $4" = "llvm log" ] && ! grep -q 'a stage is taken' "$work/said"; then
        echo "- $(sed -n 's/.*left to the driver: //p; /^ended with/p' "$work/said" | sed -n '$p')"
    else
        awk '/^Code size: / { bytes = $3 } /^disasm:/ { waits = 0 } /^\ts_wait/ { waits++ } END { print bytes ? bytes : "-", waits + 0 }' "$work/said"
    fi
}

printf '| module | processor | library: bytes, waits | RADV through LLVM | ACO |\n| --- | --- | --- | --- | --- |\n'
for module; do
    for processor in ${SMMRA_PROCESSORS:-gfx1030 gfx1100 gfx1201}; do
        echo "| $(basename "${module%.spv}") | $processor | $(measure "$module" "$processor" llvm log) | $(measure "$module" "$processor" llvm off) |" \
            "$(measure "$module" "$processor" info log) |"
    done
done | tee "$work/table"
awk -F' [|] ' '
    $1 ~ /^[|] (module|---)/ { next }
    { split($3, own, " "); split($4, llvm, " "); split($5, aco, " "); all[$2]++ }
    own[1] != "-" && llvm[1] != "-" && aco[1] != "-" {
        n[$2]++; l[$2] += log(own[1] / llvm[1]); a[$2] += log(own[1] / aco[1]); x[$2] += own[2]; y[$2] += llvm[2]; z[$2] += aco[2]
        over[$2] += own[1] > 1.3 * aco[1]
    }
    END { for (p in n) printf "%s: %d of %d modules taken; bytes %.2f of RADV through LLVM, %.2f of ACO, %d over 1.3 of ACO; waits %d, %d, %d\n", p, n[p], all[p], exp(l[p] / n[p]), exp(a[p] / n[p]), over[p], x[p], y[p], z[p] }' "$work/table"
