#!/bin/bash
# The table of docs/what-annotations-buy.md: what synchronization costs in machine code, of each sample and own shader that has any:
# waits + invalidations and write-backs, ours without --mcpu, ours with --mcpu and --coherence=auto, and Mesa's RADV on gfx1030 and
# gfx1100, where it is installed. Ours is compiled by opt -O2 and llc -O3. RADV's waves have 64 invocations: so that both do the same,
# ours are asked for as well (SMMRA_WAVE=0: the processor's own). Then sums, and in how many ours costs no more. Nothing fails.
#
#   tests/stress/bench/costs.sh [FILE...]    .comp, .spvasm or .spv; default: samples and own shaders
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp} RADV_DEBUG=shaders,nocache
wave=${SMMRA_WAVE:-64}
processors=(gfx1030=NAVI21 gfx1100=GFX1100 gfx942= gfx1201=)
icd=${VK_ICD_FILENAMES:-$(find /usr/share/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | head -1)}

count() { # of machine code on standard input: "waits + caches"
    awk '/^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
        data || !/^\t[a-z]/ { next }
        /^\t(s_waitcnt|s_wait_[a-z_]*cnt)/ { waits++ }
        /^\t(buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
        END { print waits + 0 " + " caches + 0 }'
}
ours() { # module processor OPTION...
    local module=$1 processor=$2 size=()
    shift 2
    [ "$wave" = 0 ] || size=(--wave="$wave")
    "$spirv_mmra" --no-check --llvm 22 "${size[@]}" "$@" "$module" -o - 2>/dev/null | opt-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$processor" 2>/dev/null |
        llc-22 -O3 -mtriple=amdgcn-amd-amdhsa -mcpu="$processor" -o - 2>/dev/null | count
}
radv() { # module family
    [ -n "$icd" ] && [ -n "$2" ] || { echo -; return; }
    VK_ICD_FILENAMES=$icd RADV_FORCE_FAMILY=$2 timeout 60 "$build/bin/pipeline" "$1" >"$work/radv" 2>&1 || { echo -; return; }
    awk '/^disasm:/ { on = 1 } on' "$work/radv" | count
}
module_of() {
    case $1 in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$1" -o "$work/in.spv" >/dev/null ;;
    *.spvasm) spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$1" -o "$work/in.spv" ;;
    *) cp "$1" "$work/in.spv" ;;
    esac
}
synchronizes() {
    spirv-dis --raw-id "$1" 2>/dev/null | grep -E 'Op(ControlBarrier|MemoryBarrier|Atomic)|MakePointer(Available|Visible)' >/dev/null
}

if [ $# -eq 0 ]; then set -- "$root"/samples/*.comp "$root"/samples/*.spvasm "$build"/tests/shaders/*.spv; fi
printf '| shader | processor | before | after | RADV |\n| --- | --- | --- | --- | --- |\n'
for source; do
    name=$(basename "${source%.*}")
    module_of "$source" 2>/dev/null && synchronizes "$work/in.spv" || continue
    for row in "${processors[@]}"; do
        processor=${row%=*}
        before=$(ours "$work/in.spv" "$processor") || continue
        after=$(ours "$work/in.spv" "$processor" --mcpu="$processor" --coherence=auto) || continue
        echo "| $name | $processor | $before | $after | $(radv "$work/in.spv" "${row#*=}") |"
    done
done | tee "$work/table"
awk -F'|' '
    function sum(cell,  parts) { split(cell, parts, "+"); return parts[1] + parts[2] }
    { gsub(/ /, "", $3); gsub(/ /, "", $6); n[$3]++; before[$3] += sum($4); after[$3] += sum($5) }
    $6 != "-" && $6 != "0+0" { there[$3]++; mine[$3] += sum($5); theirs[$3] += sum($6); if (sum($5) <= sum($6)) good[$3]++ }
    END {
        for (p in n) {
            printf "\n%s: %d shaders, before %d, after %d", p, n[p], before[p], after[p]
            if (there[p]) printf "; of %d beside RADV: ours %d, RADV %d, ours no more in %d", there[p], mine[p], theirs[p], good[p]
        }
        print ""
    }' "$work/table"
