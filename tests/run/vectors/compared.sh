#!/bin/bash
# Long vectors (SPV_EXT_long_vector): LLVM takes each translation; and what each shader leaves in memory, beside what the Vulkan driver
# makes of the same numbers in arrays: on the host, after opt -O2 too, and as machine code. --all: of five processors, and by
# LLVM 23 for two, the longest vectors among them.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
mkdir "$work/shaders"
bash "$tests/run/vectors/compile.sh" "$work/shaders" || exit $?
mapfile -t modules < <(find "$work/shaders" -name '*.spv' ! -name '*-plain.spv' | sort)
[ "${#modules[@]}" -ge 13 ] || fail "only ${#modules[@]} shaders"

compare() { # ARGUMENT...
    local status=0
    "$build/bin/compare" -j "$jobs" --settings="$work/shaders/settings" --integers=wide "$@" || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS COMPARED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare $1: status $status"
}
accept() { # LLVM PROCESSOR [OPTION]
    local folder=$work/$1-$2
    mkdir "$folder"
    "$spirv_mmra" -j "$jobs" --out-dir "$folder" --llvm "$1" --mcpu="$2" ${3-} --werror "${some[@]}" 2>"$work/messages" ||
        fail "translation for $2: $(grep error "$work/messages")"
    find "$folder" -name '*.ll' -print0 | each llc-"$1" -mcpu="$2" -filetype=null >"$work/messages"
    count_failures "$work/messages"
}

# llc takes seconds for vectors of a thousand components
mapfile -t some < <(printf '%s\n' "${modules[@]}" | if [ "${1-}" = --all ]; then cat; else grep -v /thousand; fi)
compare --report "${modules[@]}"
compare --abi=buffer --seed=2 --optimize "${some[@]}"
processors=(gfx1100)
if [ "${1-}" = --all ]; then processors=(gfx90a gfx942 gfx1030 gfx1100 gfx1201); fi
for processor in "${processors[@]}"; do compare --on="$processor" --report "${some[@]}"; done
if [ "${1-}" = --all ]; then
    for processor in gfx942 gfx1100; do compare --on="$processor" --llvm=23 "${some[@]}"; done
fi
accept 22 gfx942 --abi=buffer
if [ "${#llvm_versions[@]}" -gt 1 ]; then accept 23 gfx1201; fi
finish "compared ${#modules[@]} shaders with long vectors"
