#!/bin/bash
# What synchronization costs in machine code, ours beside RADV's: the waits, and the invalidations and write-backs of caches, of
# shaders compiled by LLVM 22 (opt -O2, llc -O3) from this translator's IR, and by Mesa's RADV, which needs no GPU for it. Prints a
# table in Markdown, with sums and in how many of ten shaders ours costs no more. Nothing fails; 77 where RADV is not installed.
#
#   tests/stress/bench/radv.sh [FILE...]    .comp, .spvasm or .spv; default: samples and own shaders that synchronize
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp} RADV_DEBUG=shaders,nocache
families=(gfx1030=NAVI21 gfx1100=GFX1100) # Mesa's names: later versions call the second NAVI31
options=${SMMRA_OPTIONS:-}                # of the translator, besides --llvm 22 and --mcpu

icd=${VK_ICD_FILENAMES:-$(find /usr/share/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | head -1)}
[ -n "$icd" ] || { echo "SKIPPED: Mesa's RADV is not installed" >&2; exit 77; }

# "waits caches" of machine code on standard input, of LLVM's kind or ACO's
count() {
    awk '/^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
        data || !/^\t[a-z]/ { next }
        /^\t(s_waitcnt|s_wait_[a-z_]*cnt)/ { waits++ }
        /^\t(buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
        END { print waits + 0, caches + 0 }'
}
ours() { # module processor
    # shellcheck disable=SC2086 # options are words
    "$spirv_mmra" --no-check --llvm 22 --mcpu="$2" $options "$1" -o - | opt-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" |
        llc-22 -O3 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" -o - | count
}
radv() { # module family
    VK_ICD_FILENAMES=$icd RADV_FORCE_FAMILY=$2 timeout 60 "$build/bin/pipeline" "$1" 2>"$work/radv" || return
    awk '/^disasm:/ { on = 1 } on' "$work/radv" | count
}
module_of() { # source: in $work/in.spv
    case $1 in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$1" -o "$work/in.spv" >/dev/null ;;
    *.spvasm) spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$1" -o "$work/in.spv" ;;
    *) cp "$1" "$work/in.spv" ;;
    esac
}
synchronizes() { # module
    spirv-dis --raw-id "$1" 2>/dev/null | grep -E 'Op(ControlBarrier|MemoryBarrier|Atomic)|MakePointer(Available|Visible)' >/dev/null
}

if [ $# -eq 0 ]; then set -- "$root"/samples/*.comp "$root"/samples/*.spvasm "$build"/tests/shaders/*.spv; fi
printf '| shader | processor | waits: ours, RADV | invalidations and write-backs: ours, RADV |\n| --- | --- | --- | --- |\n'
for source; do
    name=$(basename "${source%.*}")
    module_of "$source" 2>/dev/null && synchronizes "$work/in.spv" || continue
    for family in "${families[@]}"; do
        processor=${family%=*}
        theirs=$(radv "$work/in.spv" "${family#*=}" 2>/dev/null) || { echo "radv.sh: left out: $name: RADV makes nothing of it" >&2; break; }
        mine=$(ours "$work/in.spv" "$processor" 2>/dev/null) || { echo "radv.sh: left out: $name: not translated" >&2; break; }
        read -r waits caches <<<"$mine"
        read -r their_waits their_caches <<<"$theirs"
        echo "| $name | $processor | $waits, $their_waits | $caches, $their_caches |"
    done
done | tee "$work/table"
awk -F'[|,]' '{ ours = $4 + $6; theirs = $5 + $7; w += $4; tw += $5; c += $6; tc += $7; n++; if (ours <= theirs) good++ }
    END { printf "| **all %d** | | %d, %d | %d, %d |\n\nOurs costs no more in %d of %d.\n", n, w, tw, c, tc, good, n }' "$work/table"
