#!/bin/bash
# Compiles tests/lower/shaders and samples into the build tree, for the tests that translate them: those that are newer than
# what is there. (The command validates them, when it translates them.)
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

binary_of() {
    echo "$shaders/$(basename "${1%.*}").spv"
}

# What another build tree of this checkout has compiled already is copied.
compile() {
    local binary other
    binary=$(binary_of "$1")
    for other in "$root"/build/*/tests/shaders/"${binary##*/}"; do
        if [ "$other" -nt "$1" ] && cp "$other" "$binary"; then return; fi
    done
    case "$1" in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$1" -o "$binary" ;;
    *.spvasm) # a line "; Version: 1.3" asks for an older SPIR-V
        version=$(sed -n 's/^; Version: //p' "$1")
        spirv-as --target-env "spv${version:-1.6}" "$1" -o "$binary" ;;
    esac
}

# A line "; Newer: WHY" says that SPIRV-Tools came to find the module invalid, which older ones and drivers take.
is_refused() {
    grep -q '^; Newer: ' "$1" && ! spirv-val --target-env vulkan1.3 --scalar-block-layout "$(binary_of "$1")" >/dev/null 2>&1
}
export -f binary_of compile
export shaders root

mkdir -p "$shaders"
mapfile -d '' sources < <(find "$tests/lower/shaders" "$root/samples" \( -name '*.comp' -o -name '*.spvasm' \) -print0)
declare -A wanted
outdated=()
for source in "${sources[@]}"; do
    binary=$(binary_of "$source")
    wanted[$binary]=1
    [ "$binary" -nt "$source" ] || outdated+=("$source")
done
for binary in "$shaders"/*.spv; do
    [ -n "${wanted[$binary]:-}" ] || rm -f "$binary"
done
if [ ${#outdated[@]} != 0 ]; then
    printf '%s\0' "${outdated[@]}" | each bash -c 'compile "$1"' compile >"$work/messages"
    count_failures "$work/messages"
fi
while read -r source; do
    if is_refused "$source"; then
        echo "left out: $(basename "$source"): $(sed -n 's/^; Newer: //p' "$source")"
        rm "$(binary_of "$source")"
    fi
done < <(grep -l '^; Newer: ' "${sources[@]}")
finish "${#sources[@]} modules, ${#outdated[@]} compiled anew"
