#!/bin/bash
# Compiles tests/lower/shaders and samples into the build tree, for the tests that translate them: those that are newer than
# what is there. (The command validates them, when it translates them.)
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

binary_of() {
    echo "$shaders/$(basename "${1%.*}").spv"
}

# A line "; Version: 1.3" asks for an older SPIR-V.
assemble() {
    local version
    version=$(sed -n 's/^; Version: //p' "$1")
    spirv-as --target-env "spv${version:-1.6}" "$1" -o "$(binary_of "$1")"
}

# A line "; Newer: WHY" says that SPIRV-Tools came to find the module invalid, which older ones and drivers take.
is_refused() {
    grep -q '^; Newer: ' "$1" && ! spirv-val --target-env vulkan1.3 --scalar-block-layout "$(binary_of "$1")" >/dev/null 2>&1
}
export -f binary_of assemble
export shaders

mkdir -p "$shaders"
mapfile -d '' sources < <(find "$tests/lower/shaders" "$root/samples" \( -name '*.comp' -o -name '*.spvasm' \) -print0)
declare -A wanted
outdated=() texts=()
for source in "${sources[@]}"; do
    binary=$(binary_of "$source")
    wanted[$binary]=1
    if [ "$binary" -nt "$source" ]; then continue; fi
    case $source in
    *.comp) outdated+=("$source") ;;
    *) texts+=("$source") ;;
    esac
done
for binary in "$shaders"/*.spv; do
    [ -n "${wanted[$binary]:-}" ] || rm -f "$binary"
done
if [ ${#outdated[@]} != 0 ]; then printf '%s\0' "${outdated[@]}" | compile_glsl vulkan1.3 "$shaders"; fi >"$work/messages"
if [ ${#texts[@]} != 0 ]; then printf '%s\0' "${texts[@]}" | each bash -c 'assemble "$1"' assemble; fi >>"$work/messages"
count_failures "$work/messages"
while read -r source; do
    if is_refused "$source"; then
        echo "left out: $(basename "$source"): $(sed -n 's/^; Newer: //p' "$source")"
        rm "$(binary_of "$source")"
    fi
done < <(grep -l '^; Newer: ' "${sources[@]}")
finish "${#sources[@]} modules, $((${#outdated[@]} + ${#texts[@]})) compiled anew"
