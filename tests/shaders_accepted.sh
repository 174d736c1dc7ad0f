#!/bin/bash
# LLVM 22 accepts every shader and sample: llvm-as and opt's verifier in each profile, llc for three targets in profile 22,
# in GLSL450's strict mode and with --abi=buffer, and for one of them after opt -O2. Equal translations are looked at once.
set -euo pipefail
. "$(dirname "$0")/common.sh"

translate() { # directory, options...
    local directory=$1
    shift
    mkdir -p "$work/$directory"
    "$spirv_mmra" -j "$jobs" --out-dir "$work/$directory" "$@" "$shaders"/*.spv || fail "translation to $directory"
}

# Prints, NUL-terminated, the .ll files of some directories, one for each content.
distinct() { # directories...
    (cd "$work" && find "$@" -name '*.ll' -exec md5sum {} + | sort | awk -v work="$work" '
        !seen[$1]++ { sub(/^[0-9a-f]+  /, ""); printf "%s/%s%c", work, $0, 0 }')
}

accepted_by() { # tool and options...
    each "$@" >"$work/messages"
    count_failures "$work/messages"
}

for profile in "${profiles[@]}"; do
    translate "$profile" --llvm "$profile"
done
translate strict --llvm 22 --glsl450=strict
for target in "${targets[@]}"; do
    translate "buffer-$target" --llvm 22 --abi=buffer --mcpu="$target"
done

distinct "${profiles[@]}" strict buffer-gfx942 | accepted_by llvm-as-22 -o /dev/null
distinct "${profiles[@]}" strict buffer-gfx942 | accepted_by opt-22 -passes=verify -disable-output
for target in "${targets[@]}"; do
    distinct 22 strict "buffer-$target" | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null
done

optimize() { # one .ll file: leaves a .bc beside it
    opt-22 -O2 -mcpu=gfx942 "$1" -o "${1%.ll}.bc"
}
export -f optimize
distinct 22 | accepted_by bash -c 'optimize "$1"' optimize
find "$work/22" -name '*.bc' -print0 | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null

finish "$(find "$work" -name '*.ll' | wc -l) translations of $(find "$shaders" -name '*.spv' | wc -l) modules," \
    "$(distinct "${profiles[@]}" strict | tr -dc '\0' | wc -c) of them distinct"
