#!/bin/bash
# Writes the annotated IR of every sample beside it; --check compares instead, and changes nothing.
# Uses the build tree that SMMRA_BUILD names, else build/release, which it builds.
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$samples")
check=${1:-}
work=$(mktemp -d "${TMPDIR:-/tmp}/spirv-mmra-samples.XXXXXX")
trap 'rm -rf "$work"' EXIT

if [ -z "${SMMRA_BUILD:-}" ]; then
    cmake -S "$root" --preset release >"$work/log" && cmake --build "$root/build/release" >>"$work/log" || {
        cat "$work/log" >&2
        exit 1
    }
fi
spirv_mmra=${SMMRA_BUILD:-$root/build/release}/bin/spirv-mmra

failures=0
count=0
cd "$samples"
for source in *.comp *.spvasm; do
    name=${source%.*}
    count=$((count + 1))
    case "$source" in
    *.comp)
        input=$work/$name.spv
        glslangValidator -V --target-env vulkan1.3 "$source" -o "$input" >"$work/log" || {
            cat "$work/log" >&2
            exit 1
        }
        ;;
    *.spvasm) input=$source ;;
    esac
    "$spirv_mmra" --explain "$input" -o "$work/$name.ll"
    if [ "$check" != --check ]; then
        cp "$work/$name.ll" "$name.ll"
    elif ! diff -u "$name.ll" "$work/$name.ll" >"$work/difference"; then
        echo "FAIL: $name.ll is not what the translation gives now:" >&2
        head -n 40 "$work/difference" >&2
        failures=$((failures + 1))
    fi
done
# What the texts quote of the IR must stand in it.
if [ "$check" = --check ]; then
    while IFS= read -r line; do
        grep -qxFe "$line" ./*.ll && continue
        echo "FAIL: a README quotes what no sample holds: $line" >&2
        failures=$((failures + 1))
    done <<<"$(awk '/^```llvm/ { inside = 1; next } /^```/ { inside = 0 } inside' "$root/README.md" README.md)"
fi
echo "$count samples ($failures differ)"
[ "$failures" = 0 ]
