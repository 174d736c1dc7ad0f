#!/bin/bash
# What annotations buy: compiles shaders with LLVM 22 for several processors, with their annotations and with every !mmra taken
# away, and counts in the machine code the waits (s_waitcnt..., s_wait_...), the cache invalidations and the write-backs.
# Prints a table in Markdown: with / without.
#
#   samples/bought.sh                     every sample
#   samples/bought.sh FILE...             these: .comp, .spv or .spvasm
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
spirv_mmra=${SMMRA_BUILD:-$samples/../build/release}/bin/spirv-mmra
processors=(gfx90a gfx942 gfx1100 gfx1201)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The module of a shader in $work/in.spv.
module_of() {
    case $1 in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$1" -o "$work/in.spv" >/dev/null ;;
    *.spvasm) spirv-as --target-env vulkan1.3 "$1" -o "$work/in.spv" ;;
    *) cp "$1" "$work/in.spv" ;;
    esac
}

# Waits, invalidations and write-backs of an IR file on a processor.
counts() {
    opt-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" "$1" -o - | llc-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$2" -o - |
        awk '$1 ~ /^s_wait(cnt|_)/ { waits++ }
             $1 ~ /^(buffer_inv|buffer_invl2|buffer_wbinvl1|buffer_wbinvl1_vol|buffer_gl[01]_inv|global_inv)$/ { invalidations++ }
             $1 ~ /^(buffer_wbl2|global_wb|buffer_wbinvl1)$/ { write_backs++ }
             END { print waits + 0, invalidations + 0, write_backs + 0 }'
}

if [ $# -eq 0 ]; then set -- "$samples"/*.comp "$samples"/*.spvasm; fi
printf '| shader | processor | waits | cache invalidations | cache write-backs |\n| --- | --- | --- | --- | --- |\n'
declare -A total=()
for shader; do
    module_of "$shader"
    if ! "$spirv_mmra" --llvm 22 "$work/in.spv" -o "$work/with.ll" 2>"$work/messages"; then
        echo "bought.sh: left out: $(basename "$shader"): $(head -1 "$work/messages")" >&2
        continue
    fi
    sed -E 's/, !mmra ![0-9]+//' "$work/with.ll" >"$work/without.ll"
    for processor in "${processors[@]}"; do
        read -r -a with < <(counts "$work/with.ll" "$processor")
        read -r -a without < <(counts "$work/without.ll" "$processor")
        printf '| %s | %s' "$(basename "$shader")" "$processor"
        for i in 0 1 2; do
            printf ' | %d / %d' "${with[i]}" "${without[i]}"
            total[$processor.$i.with]=$((${total[$processor.$i.with]:-0} + with[i]))
            total[$processor.$i.without]=$((${total[$processor.$i.without]:-0} + without[i]))
        done
        printf ' |\n'
    done
done
for processor in "${processors[@]}"; do
    printf '| **all** | %s' "$processor"
    for i in 0 1 2; do
        printf ' | %d / %d' "${total[$processor.$i.with]:-0}" "${total[$processor.$i.without]:-0}"
    done
    printf ' |\n'
done
