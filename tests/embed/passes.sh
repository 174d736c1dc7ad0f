#!/bin/bash
# LLVM's passes that samples/embed/passes.txt lists for drivers: LLVM 22 and the newest that is there take them, no call is left in a
# kernel, and over each tenth of the own shaders the machine code of gfx1100 has at most 1 % more instructions than after default<O2>.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
passes=$(grep -v '^#' "$root/samples/embed/passes.txt" | tr -d '\n')
export passes spirv_mmra work

# "NAME LLVM INSTRUCTIONS-O2 INSTRUCTIONS" of a module, and the word "call" if one is left
measure() { # LLVM MODULE
    local way name options=(-mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100) line=""
    name=$(basename "$2" .spv)
    "$spirv_mmra" -q --no-check --no-debug-info --llvm "$1" --mcpu=gfx1100 "$2" -o "$work/$name.$1.ll" 2>/dev/null || return 0
    for way in 'default<O2>' "$passes"; do
        line+=" $("opt-$1" -passes="$way" "${options[@]}" "$work/$name.$1.ll" | "llc-$1" -O3 "${options[@]}" |
            awk '/^\t[a-z]/ && !/^\ts_(nop|delay_alu|code_end|clause)/ { n++ } /s_swappc/ { call = " call" } END { print n + 0 call }')"
    done
    echo "$name $1$line"
}
export -f measure

modules=()
for module in "$build"/tests/shaders/*.spv; do modules+=("$module"); done
for ((i = 0; i < ${#modules[@]}; i += 10)); do
    for llvm in 22 "${llvm_versions[-1]}"; do printf '%s\0%s\0' "$llvm" "${modules[i]}"; done
done | xargs -0 -P "$jobs" -n 2 bash -c 'measure "$1" "$2"' measure | sort -u >"$work/table"
! grep ' call' "$work/table" || fail "a call is left"
[ "$(wc -l <"$work/table")" -ge 40 ] || fail "fewer than 40 measurements"
awk '{ before += $3; after += $4; if ($4 < 1) bad = 1 } END { print before " instructions by default<O2>, " after " by the list"; exit bad || after > 1.01 * before }' \
    "$work/table" || fail "the list gives longer code"
finish "$(wc -l <"$work/table") compilations"
