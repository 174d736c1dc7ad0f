#!/bin/bash
# Writes the annotated IR of every sample beside it, and in glslang.txt the version of glslang that compiled them; --check compares
# instead, and changes nothing. Another version of glslang numbers a module's ids differently: then the IR of what it compiled is
# compared without them (without_ids.awk).
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
compiler=$(glslangValidator --version | sed -n 1p)
if [ "$check" != --check ]; then echo "$compiler" >glslang.txt; fi
recorded=$(cat glslang.txt)

# Whether FILE, made of SOURCE, is what stands beside the sample; the difference goes to $work/difference.
is_golden() { # SOURCE FILE
    local golden=${1%.*}.ll
    if [[ $1 = *.comp && $compiler != "$recorded" ]]; then
        diff -u <(awk -f without_ids.awk "$golden") <(awk -f without_ids.awk "$2") >"$work/difference"
    else
        diff -u "$golden" "$2" >"$work/difference"
    fi
}

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
    elif ! is_golden "$source" "$work/$name.ll"; then
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
[ "$compiler" = "$recorded" ] || echo "left out: the numbers of ids ($compiler; the samples' IR is of $recorded)"
echo "$count samples ($failures differ)"
[ "$failures" = 0 ]
