#!/bin/bash
# Modules that no GLSL compiler writes: LLVM 22 accepts their translations, in every profile; those of refused/ are refused
# with the status and the words that their first line says ("; refused: STATUS: WORDS"). A line "; options: ..." adds
# options of the command; the IR has the words of each "; holds: ..." and not those of "; lacks: ...", after opt -O2 those
# of "; O2: ...", and what FileCheck looks for ("; CHECK: ..."). Modules named image* sample, and go to processors that can.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

options_of() {
    sed -n 's/^; options: //p' "$1"
}

has_what_it_says() { # module, IR
    local words
    while IFS= read -r words; do
        grep -qF -- "$words" "$2" || { fail "$1: no $words"; return 1; }
    done < <(sed -n 's/^; holds: //p' "$1")
    while IFS= read -r words; do
        ! grep -qF -- "$words" "$2" || { fail "$1: $words"; return 1; }
    done < <(sed -n 's/^; lacks: //p' "$1")
    while IFS= read -r words; do
        opt-22 -O2 -S "$2" | grep -F -- "$words" >/dev/null || { fail "$1: no $words after opt -O2"; return 1; }
    done < <(sed -n 's/^; O2: //p' "$1")
    ! grep -q '^; CHECK' "$1" || FileCheck-22 "$1" <"$2"
}

accept() { # one module
    local name profile target options
    name=$(basename "$1" .spvasm)
    read -ra options < <(options_of "$1" && echo)
    for profile in "${profiles[@]}"; do
        "$spirv_mmra" "${options[@]}" --llvm "$profile" "$1" -o "$work/$name.$profile.ll" || return
        llvm-as-22 -o /dev/null "$work/$name.$profile.ll" || return
        opt-22 -passes=verify -disable-output "$work/$name.$profile.ll" || return
    done
    has_what_it_says "$1" "$work/$name.22.ll" || return
    local processors=("${targets[@]}")
    [[ $name != image* ]] || processors=("${image_targets[@]}")
    for target in "${processors[@]}"; do
        llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null "$work/$name.22.ll" || return
    done
}

refuse() { # one module
    local expected status=0 words message options
    IFS=: read -r _ expected words < <(head -n 1 "$1")
    read -ra options < <(options_of "$1" && echo)
    message=$("$spirv_mmra" "${options[@]}" "$1" -o "$work/refused.ll" 2>&1) || status=$?
    if [ "$status" != "${expected# }" ] || [[ $message != *"${words# }"* ]] || [ -e "$work/refused.ll" ]; then
        fail "$1: status $status, $message"
    fi
}

count=0
for module in "$tests"/lower/*.spvasm; do
    count=$((count + 1))
    accept "$module" || fail "$module"
done
for module in "$tests"/lower/refused/*.spvasm; do
    count=$((count + 1))
    refuse "$module"
done
finish "$count modules"
