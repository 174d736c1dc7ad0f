#!/bin/bash
# Arrays of descriptors, as machine code of four processors: which lanes share a descriptor (translator/lower/memory/descriptors.h).
# A line "machine: lanes=1 loops=0 vector_loads=0" in a shader says how often the first lane is read, how many loops there
# are (LLVM puts one around an access whose descriptor differs between lanes), and how many loads are not of all lanes at
# once; "2+" is at least two. A module with a line "decorate: %a %b" is translated once more for each id, decorated NonUniform:
# then no lane's index is another's. "optimize: -O" has spirv-opt optimize it first. Options and CHECK lines are those of the
# stages' shaders. The host's translation reads no lane.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")

translate() { # source, output, options...
    local source=$1 output=$2 target=vulkan1.3
    shift 2
    case $source in
    *.spvasm) spirv-as --target-env vulkan1.3 "$source" -o "$output.spv" ;;
    *) glslangValidator -V --target-env $target "$source" -o "$output.spv" >"$output.messages" || cat "$output.messages" ;;
    esac
    if grep -q '^// optimize: -O' "$source"; then spirv-opt -O "$output.spv" -o "$output.spv"; fi
    "$spirv_mmra" --llvm 22 "$@" "$output.spv" -o "$output"
}

count() { # assembly: prints what the shader's line names
    awk '{ sub(/;.*/, "") }
        /^[.A-Za-z_].*:/ { seen[substr($1, 1, length($1) - 1)] = 1 }
        /v_readfirstlane_b32/ { lanes++ }
        /s_c?branch/ && $NF in seen { loops++ }
        /(global|flat|buffer)_load/ { loads++ }
        END { print "lanes=" lanes + 0, "loops=" loops + 0, "vector_loads=" loads + 0 }' "$1"
}

holds() { # expected, counted
    local expected name number
    for expected in $1; do
        name=${expected%%=*} number=$(sed -E "s/.*\b${expected%%=*}=([0-9]+).*/\1/" <<<"$2")
        case $expected in
        *+) ((number >= $(tr -cd 0-9 <<<"${expected#*=}"))) ;;
        *) [ "$expected" = "$name=$number" ] ;;
        esac || { echo "$1 expected, $2"; return 1; }
    done
}

accept() { # source
    set -euo pipefail
    local name=$work/${1##*/} options expected processor id processors=(gfx1030 gfx1100 gfx1201)
    read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$1" && echo)
    expected=$(sed -nE 's,^(//|;) machine: ,,p' "$1")
    translate "$1" "$name.ll" "${options[@]}"
    ! grep -q 'CHECK' "$1" || FileCheck-22 "$1" <"$name.ll"
    case "$1 ${options[*]}" in
    *buffer*.comp\ ) processors+=(gfx942) ;;
    *mcpu*) processors=(gfx1100) ;;
    esac
    opt-22 -O2 "$name.ll" -o "$name.bc"
    for processor in "${processors[@]}"; do
        llc-22 -mcpu="$processor" "$name.bc" -o "$name.s"
        holds "$expected" "$(count "$name.s")" || { echo "on $processor"; return 1; }
    done
    translate "$1" "$name.host.ll" --target=host
    ! grep -q 'read_first_lane' "$name.host.ll" || { echo "a lane is read on the host"; return 1; }
    for id in $(sed -n 's/^; decorate: //p' "$1"); do
        sed "s/^ *OpDecorate %uv /OpDecorate $id NonUniform\n&/" "$1" >"$name.decorated.spvasm"
        translate "$name.decorated.spvasm" "$name.decorated.ll"
        ! grep -q 'readfirstlane' "$name.decorated.ll" || { echo "a lane is read for NonUniform $id"; return 1; }
    done
}
export -f translate count holds accept
export work spirv_mmra

mapfile -d '' sources < <(find "$here" -type f ! -name '*.sh' -print0 | sort -z)
printf '%s\0' "${sources[@]}" | each bash -c 'accept "$1"' accept >"$work/messages"
count_failures "$work/messages"
finish "${#sources[@]} shaders"
