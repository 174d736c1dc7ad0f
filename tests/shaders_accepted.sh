#!/bin/bash
# LLVM 22 accepts every shader and sample: llvm-as and opt's verifier in each profile and in GLSL450's strict mode, llc
# for three targets in profile 22, as it is and after opt -O2.
set -euo pipefail
. "$(dirname "$0")/common.sh"

verify() { # one directory of .ll files
    find "$1" -name '*.ll' -print0 | each llvm-as-22 -o /dev/null
    find "$1" -name '*.ll' -print0 | each opt-22 -passes=verify -disable-output
}

translate() { # directory, options...
    local directory=$1
    shift
    mkdir -p "$work/$directory"
    "$spirv_mmra" -j "$jobs" --out-dir "$work/$directory" "$@" "$shaders"/*.spv || fail "translation to $directory"
}

for profile in "${profiles[@]}"; do
    translate "$profile" --llvm "$profile"
    verify "$work/$profile" >"$work/messages"
    count_failures "$work/messages"
done
translate strict --llvm 22 --glsl450=strict

optimize() { # one .ll file: leaves FILE.O2.bc beside it
    opt-22 -O2 -mcpu=gfx942 "$1" -o "${1%.ll}.bc"
}
export -f optimize

for directory in 22 strict; do
    for target in "${targets[@]}"; do
        find "$work/$directory" -name '*.ll' -print0 |
            each llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null >"$work/messages"
        count_failures "$work/messages"
    done
done
find "$work/22" -name '*.ll' -print0 | each bash -c 'optimize "$1"' optimize >"$work/messages"
find "$work/22" -name '*.bc' -print0 |
    each llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null >>"$work/messages"
count_failures "$work/messages"

finish "$(find "$work" -name '*.ll' | wc -l) translations of $(find "$shaders" -name '*.spv' | wc -l) modules"
