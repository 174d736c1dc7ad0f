#!/bin/bash
# What entry points do (smmra_facts): each shader here says it in its first lines, which facts.py reads. Two witnesses from
# outside: a fragment of llc enters whole-quad mode exactly where quads are said to be needed, and a kernel has as much local
# memory as a line "lds: N" says. facts.sh checks them by the machine code of gfx1100.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")

accept() { # source
    set -euo pipefail
    local name=$work/${1##*/} options bytes
    read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$1" && echo)
    case $1 in
    *.spvasm) spirv-as --target-env spv1.6 "$1" -o "$name.spv" ;;
    *) glslangValidator -V --target-env vulkan1.3 "$1" -o "$name.spv" >"$name.messages" || { cat "$name.messages"; return 1; } ;;
    esac
    "$spirv_mmra" --json --llvm 22 --mcpu=gfx1100 "${options[@]}" "$name.spv" -o "$name.ll" >"$name.json"
    python3 "$here/facts.py" "$1" "$name.json"
    case $1 in
    *.frag)
        # the function as the hardware's own entry point
        sed 's/define amdgpu_gfx/define amdgpu_ps/' "$name.ll" | opt-22 -O2 | llc-22 -o "$name.s"
        [ "$(grep -q 's_wqm' "$name.s" && echo yes)" = "$(grep -q '"whole_quads"' "$name.json" && echo yes)" ] ||
            { echo "whole quads: the machine code says otherwise"; return 1; } ;;
    *.comp)
        bytes=$(sed -n 's,^// lds: ,,p' "$1")
        opt-22 -O2 "$name.ll" | llc-22 -o "$name.s"
        [ -z "$bytes" ] || grep -q "amdhsa_group_segment_fixed_size $bytes\$" "$name.s" || { echo "other local memory"; return 1; } ;;
    esac
}
export -f accept
export work spirv_mmra here

mapfile -d '' sources < <(find "$here" -type f ! -name 'facts.*' -print0 | sort -z)
printf '%s\0' "${sources[@]}" | each bash -c 'accept "$1"' accept >"$work/messages"
count_failures "$work/messages"
finish "${#sources[@]} shaders"
