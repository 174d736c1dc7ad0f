#!/bin/bash
# Fragments that write memory, or ask their subgroup, while helper invocations run: as pixel shaders in machine code no other than a
# live invocation writes (live.py). Without SMMRA_ALL for two of the processors. Each source says how many branches stand around its writes ("guards: 1"), and what its
# machine code lacks ("code-not: v_readfirstlane"), and whether it has private memory ("private: yes"); "// options: ..." adds options of the command, FileCheck looks for "CHECK:" in
# the IR. The reader is tried on mistakes: a branch left out, turned round, or made of a mask that LLVM moves over a demotion.
# helpers.sh [COMMAND FRAGMENT...]: these alone, translated by that command.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

[ -n "${SMMRA_ALL-}" ] || image_targets=(gfx1030 gfx1100)
here=$(dirname "$0")
spirv_mmra=${1:-$spirv_mmra}

# The entry point itself becomes what the hardware starts: its results are returned in registers.
as_code() { # IR OUTPUT
    sed 's/^define amdgpu_gfx \(.*\) @main(/define amdgpu_ps \1 @main(/' "$1" | opt-22 -O2 | llc-22 -o "$2"
}

accept() { # source
    set -euo pipefail
    local name=$work/${1##*/} options processor guards forbidden looked=()
    case $1 in
    *.spvasm) spirv-as --target-env spv1.6 "$1" -o "$name.spv" ;;
    *) glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "$name.spv" ;;
    esac
    read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$1" && echo)
    for processor in "${image_targets[@]}"; do
        "$spirv_mmra" --llvm 22 --mcpu="$processor" "${options[@]}" "$name.spv" -o "$name.$processor.ll"
        as_code "$name.$processor.ll" "$name.$processor.s"
    done
    "$spirv_mmra" --llvm 22 --mcpu=gfx1100 --abi=buffer "${options[@]}" "$name.spv" -o "$name.buffer.ll"
    as_code "$name.buffer.ll" "$name.buffer.s"
    if grep -q 'private: yes' "$1"; then looked=(--private); fi
    python3 "$here/live.py" "${looked[@]}" "$name".*.s
    if grep -q CHECK "$1"; then FileCheck-22 "$1" <"$name.gfx1100.ll"; fi
    guards=$(grep -A1 '= call i1 @llvm.amdgcn.live.mask' "$name.gfx1100.ll" | grep -c 'br i1' || true)
    if grep -q 'guards: ' "$1" && ! grep -q "guards: $guards\>" "$1"; then echo "$guards guards"; return 1; fi
    forbidden=$(sed -nE 's/.*code-not: (.*)/\1/p' "$1")
    if [ -n "$forbidden" ] && grep -E "$forbidden" "$name".*.s; then return 1; fi
}
export -f as_code accept
export here work spirv_mmra
export targets_text="${image_targets[*]}"

if [ $# -gt 1 ]; then printf "$here/%s\\0" "${@:2}"; else find "$here" \( -name '*.frag' -o -name '*.spvasm' \) -print0 | sort -z; fi >"$work/sources"
each bash -c 'read -ra image_targets <<<"$targets_text"; accept "$1"' accept <"$work/sources" >"$work/messages"
count_failures "$work/messages"

if [ $# -gt 1 ]; then exit $((failures > 0)); fi

# planted NAME FRAGMENT EXPRESSION: sed changes the IR, and the reader finds a write
planted() {
    sed "$3" "$work/$2.frag.gfx1100.ll" >"$work/planted.ll"
    cmp -s "$work/planted.ll" "$work/$2.frag.gfx1100.ll" && fail "$1: nothing to change in $2"
    as_code "$work/planted.ll" "$work/planted.s"
    ! python3 "$here/live.py" "$work/planted.s" >"$work/found" || fail "$1 in $2: $(cat "$work/found")"
}
for fragment in sampled demoted-in-loop loop; do
    planted left-out $fragment 's/br i1 %[0-9]*, label %\([0-9]*\)/br i1 true, label %\1/'
    planted turned-round $fragment 's/\(br i1 %[0-9]*\), label %\([0-9]*\), label %\([0-9]*\)/\1, label %\3, label %\2/'
done
planted moved demoted-in-loop 's/llvm.amdgcn.live.mask/llvm.amdgcn.ps.live/' # which reads no memory, and stays as it is
finish "$(tr -cd '\0' <"$work/sources" | wc -c) fragments on ${#image_targets[@]} processors and with --abi=buffer"
