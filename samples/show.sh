#!/bin/bash
# Builds spirv-mmra, installing what is missing, and shows what a shader becomes: the annotated IR of its functions, with a comment
# before each memory operation that says why it carries what it carries, and the annotations that they name.
#
#   samples/show.sh [NAME|FILE [OPTION...]]    NAME: a sample, for instance spin-lock; OPTION: any of spirv-mmra's
#   samples/show.sh --all [NAME|FILE [OPTION...]]    the whole IR: declarations, attributes and all metadata too
#
# FILE: a shader of one's own: GLSL (.comp), HLSL (.hlsl, entry point main), SPIR-V (.spv) or its assembly (.spvasm).
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$samples")
all=
if [ "${1:-}" = --all ]; then
    all=1
    shift
fi
name=${1:-message-passing-semantics}
shift || true
if [ -f "$name" ]; then
    source=$(realpath "$name")
else
    base=$(basename "${name%.*}")
    source=$(find "$samples" -name "$base.comp" -o -name "$base.spvasm" | head -n 1)
fi
if [ -z "$source" ]; then
    echo "show.sh: $name is no file, and no sample is called so; there are:" >&2
    find "$samples" \( -name '*.comp' -o -name '*.spvasm' \) -printf '  %f\n' | sed 's/\.[^.]*$//' | sort >&2
    exit 2
fi
build=$root/build/show

# What these say is of interest only when they fail.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" = 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$status"
}
[ -x "$build/bin/spirv-mmra" ] || echo "show.sh: building spirv-mmra, once" >&2
quietly "$root/tests/packages.sh" build
quietly cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSMMRA_TESTS=OFF
quietly cmake --build "$build"

input=$source
case "$source" in
*.comp | *.glsl | *.hlsl)
    input=$build/$(basename "${source%.*}").spv
    options=(-V -S comp)
    case "$source" in *.hlsl) options=(-D -V -S comp -e main) ;; esac
    quietly glslangValidator "${options[@]}" --target-env vulkan1.3 "$source" -o "$input"
    ;;
esac
[ -z "$all" ] || exec "$build/bin/spirv-mmra" --explain "$@" "$input" -o -

# Of the IR: the functions, and the annotations.
"$build/bin/spirv-mmra" --explain "$@" "$input" -o "$build/shown.ll"
awk '/^define/ { on = 1 } on; /^}/ { on = 0; print "" }' "$build/shown.ll"
grep -oE '!mmra ![0-9]+' "$build/shown.ll" | sort -u | while read -r _ number; do
    grep -E "^$number = " "$build/shown.ll"
done | tee "$build/annotations"
grep -oE '![0-9]+' "$build/annotations" | sort -u | while read -r number; do
    grep -qE "^$number = " "$build/annotations" || grep -E "^$number = " "$build/shown.ll"
done
