#!/bin/bash
# What synchronization costs in machine code, ours beside RADV's: waits that name counters of vector memory + invalidations and
# write-backs of caches, and apart from them the other waits, for scalar loads and LDS. Shaders are compiled by the newest LLVM that is
# there (opt -O2, llc -O3) from this translator's IR, and by Mesa's RADV, which needs no GPU for it. RADV's waves have 64 invocations,
# its atomics never leave the device, and it finds descriptors by a register: ours are asked for the same. Prints a table in Markdown,
# with sums and in how many shaders ours costs no more. Nothing fails; 77 where RADV is not installed.
#
#   tests/stress/bench/radv.sh [FILE...]    .comp, .spvasm or .spv; default: own shaders that synchronize, and samples
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
export SMMRA_BUILD=$build
processors=(gfx1030 gfx1100)
options=${SMMRA_OPTIONS:---wave=64 --memory=device --descriptors-by-value} # of the translator, besides --llvm and --mcpu
llvm=${llvm_versions[-1]}

# "vector caches other" of machine code on standard input, of LLVM's kind or ACO's
count() {
    awk '/^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
        data || !/^\t[a-z]/ { next }
        /^\t(s_waitcnt[ \t].*vmcnt|s_waitcnt_(vscnt|vmcnt)|s_wait_(load|store|sample|bvh)cnt)/ { vector++; next }
        /^\t(s_waitcnt(_[a-z]*cnt)?[ \t]|s_wait_[a-z_]*cnt)/ { other++ }
        /^\t(buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
        END { print vector + 0, caches + 0, other + 0 }'
}
ours() { # module processor
    # shellcheck disable=SC2086 # options are words
    "$spirv_mmra" --no-check --llvm "$llvm" --mcpu="$2" $options "$1" -o - | "opt-$llvm" -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" |
        "llc-$llvm" -O3 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" -o - | count
}
radv() { # module processor
    "$root/tests/run/machine_model/radv" "$2" <"$1" >"$work/radv" || return
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

if [ $# -eq 0 ]; then set -- "$build"/tests/shaders/*.spv; fi
printf '| shader | processor | vector memory and caches: ours, RADV | other waits: ours, RADV |\n| --- | --- | --- | --- |\n'
for source; do
    name=$(basename "${source%.*}")
    module_of "$source" 2>/dev/null && synchronizes "$work/in.spv" || continue
    for processor in "${processors[@]}"; do
        status=0
        theirs=$(radv "$work/in.spv" "$processor" 2>"$work/reason") || status=$?
        [ $status != 77 ] || { echo "SKIPPED: $(cat "$work/reason")" >&2; exit 77; }
        [ $status = 0 ] || { echo "radv.sh: left out: $name: RADV makes nothing of it" >&2; break; }
        mine=$(ours "$work/in.spv" "$processor" 2>/dev/null) || { echo "radv.sh: left out: $name: not translated" >&2; break; }
        read -r vector caches other <<<"$mine"
        read -r their_vector their_caches their_other <<<"$theirs"
        echo "| $name | $processor | $vector + $caches, $their_vector + $their_caches | $other, $their_other |"
    done
done | tee "$work/table"
awk -F'[|,+]' '
    { n[$3]++; v[$3] += $4; c[$3] += $5; tv[$3] += $6; tc[$3] += $7; o[$3] += $8; to[$3] += $9
      if ($4 + $5 <= $6 + $7) good[$3]++; if ($8 <= $9) others[$3]++ }
    END { for (p in n) {
        printf "| **all %d** |%s| %d + %d, %d + %d | %d, %d |\n", n[p], p, v[p], c[p], tv[p], tc[p], o[p], to[p]
        printf "|  of them no more than RADV |%s| %d | %d |\n", p, good[p], others[p] } }' "$work/table"
