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
    source=$(find "$samples" -name "$base.comp" -o -name "$base.spvasm" | sed -n 1p)
fi
if [ -z "$source" ]; then
    echo "show.sh: $name is no file, and no sample is called so; there are:" >&2
    find "$samples" \( -name '*.comp' -o -name '*.spvasm' \) -printf '  %f\n' | sed 's/\.[^.]*$//' | sort >&2
    exit 2
fi
build=${SMMRA_BUILD:-$root/build/show} # SMMRA_BUILD: a build tree that is there already

say() { echo "show.sh: $*" >&2; }
# What these say is of interest only when they fail.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" = 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$status"
}
configure() {
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSMMRA_TESTS=OFF
}
# Packages are installed only where something is missing, which the configuration finds out about libraries.
prepare() {
    local tool missing=()
    for tool in cmake ninja cc python3 glslangValidator; do
        [ -n "$(type -P "$tool")" ] || missing+=("$tool")
    done
    if [ ${#missing[@]} = 0 ]; then
        say "configuring in $build"
        configure >/dev/null 2>&1 && return
    fi
    say "installing Debian's packages of what is missing${missing[*]:+: ${missing[*]}}"
    quietly "$root/tests/packages.sh" build
    say "configuring in $build"
    quietly configure
}
if [ -z "${SMMRA_BUILD:-}" ]; then
    prepare
    [ -x "$build/bin/spirv-mmra" ] || say "building spirv-mmra, once; this takes some minutes"
    quietly cmake --build "$build"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
input=$source
case "$source" in
*.comp | *.glsl | *.hlsl)
    input=$work/$(basename "${source%.*}").spv
    options=(--target-env vulkan1.3)
    case "$source" in *.hlsl) options=(-D -e main --target-env spirv1.3) ;; esac # later ones lack what it makes of buffers
    say "compiling $(basename "$source") to SPIR-V"
    quietly glslangValidator -V -S comp "${options[@]}" "$source" -o "$input"
    ;;
esac
say "translating it"
"$build/bin/spirv-mmra" --explain "$@" "$input" -o "$work/shown.ll"
if [ -n "$all" ]; then
    cat "$work/shown.ll"
    exit
fi

# Shows the functions of the IR, and the annotations.
awk '/^define/ { on = 1 } on; /^}/ { on = 0; print "" }' "$work/shown.ll"
grep -oE '!mmra ![0-9]+' "$work/shown.ll" | sort -u | while read -r _ number; do
    grep -E "^$number = " "$work/shown.ll"
done | tee "$work/annotations"
grep -oE '![0-9]+' "$work/annotations" | sort -u | while read -r number; do
    grep -qE "^$number = " "$work/annotations" || grep -E "^$number = " "$work/shown.ll"
done
