#!/bin/bash
# Shaders of every stage but compute (tests/lower/shaders has those): translated in each profile and in the buffer ABI without
# a word of the checker, accepted by LLVM's verifier and by llc, as they are and after opt -O2, for three processors with SMMRA_ALL, else for one in turn. The IR of
# profile 22 is what FileCheck looks for in the source ("// CHECK: ..."), after opt -O2 "// OPTIMIZED: ...". A line "// options: ..." adds options of the command.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")

compile() { # source, binary
    case $1 in
    *.spvasm) spirv-as --target-env spv1.6 "$1" -o "$2" ;;
    *) glslangValidator -V --target-env vulkan1.3 "$1" -o "$2" ;;
    esac
}

# What the installed SPIRV-Tools does not know is not validated, which a note says. opt and llc verify what they read.
translate() { # binary, output, options...
    local binary=$1 output=$2 messages
    shift 2
    messages=$("$spirv_mmra" "$@" "$binary" -o "$output" 2>&1) || { echo "$messages"; return 1; }
    messages=$(grep -v ': note: the module is not validated: it declares ' <<<"$messages" || true)
    [ -z "$messages" ] || { echo "$messages"; return 1; }
}

accept() { # source
    set -euo pipefail
    local name options profile target
    name=$work/$(basename "$1")
    read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$1" && echo)
    compile "$1" "$name.spv"
    for profile in "${profiles[@]}"; do
        translate "$name.spv" "$name.$profile.ll" --llvm "$profile" "${options[@]}"
        [ "$profile" = 22 ] || opt-22 -passes=verify -disable-output "$name.$profile.ll"
    done
    translate "$name.spv" "$name.buffer.ll" --llvm 22 --abi=buffer --mcpu=gfx1100 "${options[@]}"
    translate "$name.spv" "$name.strict.ll" --llvm 22 --glsl450=strict "${options[@]}"
    opt-22 -passes=verify -disable-output "$name.strict.ll"
    translate "$name.spv" "$name.tokens.ll" --llvm 22 --mcpu=gfx1100 --convergence=tokens "${options[@]}"
    FileCheck-22 --allow-empty "$1" <"$name.22.ll"
    opt-22 -O2 "$name.22.ll" -S -o "$name.optimized.ll"
    ! grep -q OPTIMIZED: "$1" || FileCheck-22 --check-prefix=OPTIMIZED "$1" <"$name.optimized.ll"
    [ -n "${SMMRA_ALL-}" ] || image_targets=("${image_targets[$(cksum <<<"${1##*/}" | awk -v n="${#image_targets[@]}" '{ print $1 % n }')]}")
    for target in "${image_targets[@]}"; do
        llc-22 -mcpu="$target" -filetype=null "$name.22.ll"
        llc-22 -mcpu="$target" -filetype=null "$name.optimized.ll"
    done
    llc-22 -filetype=null "$name.buffer.ll"
    llc-22 -filetype=null "$name.tokens.ll"
}
export -f compile translate accept
export work spirv_mmra
export profiles_text="${profiles[*]}" targets_text="${image_targets[*]}"

mapfile -d '' sources < <(find "$here" -type f \( -name '*.vert' -o -name '*.frag' -o -name '*.tesc' -o -name '*.tese' \
    -o -name '*.geom' -o -name '*.task' -o -name '*.mesh' -o -name '*.r[a-z][a-z]*' -o -name '*.spvasm' \) -print0 | sort -z)
printf '%s\0' "${sources[@]}" | each bash -c '
    read -ra profiles <<<"$profiles_text"
    read -ra image_targets <<<"$targets_text"
    accept "$1"' accept >"$work/messages"
count_failures "$work/messages"
finish "${#sources[@]} shaders, each in 7 ways"
