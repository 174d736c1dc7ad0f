#!/bin/bash
# What the samples cost in machine code: the waits, the invalidations and write-backs of caches, and all instructions, for five
# processors, after opt -O2 and llc. Two commands are compared line by line; nothing fails.
#
#   tests/stress/bench/waits.sh COMMAND [COMMAND]    COMMAND: a spirv-mmra
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
processors=(gfx90a gfx942 gfx1030 gfx1100 gfx1201)

count_of() { # command file processor
    "$1" --no-check --llvm 22 "$2" -o - | opt-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$3" |
        llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$3" -o - | awk '
            /^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
            data || !/^\t[a-z]/ || /^\ts_(nop|code_end|delay_alu)/ { next }
            { all++ }
            /^\t(s_waitcnt|s_wait_[a-z_]*cnt)/ { waits++ }
            /^\t(buffer_(inv|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
            END { print waits + 0, caches + 0, all + 0 }'
}

printf '%-24s %-8s %s\n' sample processor "waits, caches, instructions of each command"
for source in "$root"/samples/*.comp "$root"/samples/*.spvasm; do
    name=$(basename "${source%.*}")
    case "$source" in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$source" -o "$work/$name.spv" >/dev/null ;;
    *) spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$source" -o "$work/$name.spv" ;;
    esac
    for processor in "${processors[@]}"; do
        printf '%-24s %-8s' "$name" "$processor"
        for command in "$@"; do
            printf '   %4d %4d %5d' $(count_of "$command" "$work/$name.spv" "$processor")
        done
        printf '\n'
    done
done | tee "$work/table"
awk '{ for (i = 3; i <= NF; i++) sum[i] += $i } END { printf "%-33s", "all"; for (i = 3; i <= NF; i += 3)
    printf "   %4d %4d %5d", sum[i], sum[i + 1], sum[i + 2]; print "" }' "$work/table"
