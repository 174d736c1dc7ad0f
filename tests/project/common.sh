# shellcheck shell=bash disable=SC2034 # used by those who source it
# What the test scripts share; sourced, with `set -euo pipefail` in force.
# SMMRA_BUILD names the build tree (ctest sets it); by hand it is build/release.

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$(dirname "$tests")
build=${SMMRA_BUILD:-$root/build/release}
spirv_mmra=$build/bin/spirv-mmra
jobs=$(nproc 2>/dev/null || echo 2)
profiles=(document 22 23 24 draft)
targets=(gfx942 gfx1100 gfx1201)
image_targets=(gfx1030 gfx1100 gfx1201) # of shaders named image-*: gfx942 cannot sample

# The newest LLVM's programs, where tests/project/newest.sh has found or made them.
PATH=$PATH:$root/build/newest/bin
export PATH
llvm_versions=(22)
if command -v llc-23 >/dev/null; then llvm_versions+=(23); fi

# Compiled shaders and samples; made by tests/lower/shaders/compile.sh.
shaders=$build/tests/shaders
# Those that are drawn with; made by tests/run/draw/compile.sh.
drawn=$build/tests/drawn
# Those that need a newer driver, for meshes and rays; made likewise.
traced=$build/tests/traced
# Those with cooperative matrices, and their settings; made by tests/run/matrices/compile.sh.
matrices=$build/tests/matrices

work=$(mktemp -d "${TMPDIR:-/tmp}/spirv-mmra-test.XXXXXX")
trap 'rm -rf "$work"' EXIT

shopt -s lastpipe # `... | accepted_by` counts its failures in this shell
failures=0
fail() {
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}

# The last line of a test: how much it looked at. Fails if anything did.
finish() {
    echo "$* ($failures failures)"
    [ "$failures" = 0 ]
}

# each COMMAND...: runs COMMAND FILE for every NUL-terminated FILE of standard input, two at once, and prints
# "FAIL: FILE" with the command's messages for those that fail.
each() {
    xargs -0 -r -P "$jobs" -n 1 bash -c '
        file=${*: -1}
        if ! messages=$("$@" 2>&1 </dev/null); then printf "FAIL: %s\n%s\n" "$file" "$messages"; fi' each "$@"
}

# count_failures FILE: adds what `each` printed to FILE to the failures, and shows the first of it.
count_failures() {
    local count
    count=$(grep -c '^FAIL: ' "$1" || true)
    failures=$((failures + count))
    head -c 20000 "$1" >&2
}

# compile_glsl TARGET FOLDER: compiles each NUL-terminated GLSL file of standard input for TARGET (vulkan1.3) into FOLDER/NAME.spv, NAME
# without what follows its last dot. glslc takes many files at once: glslang needs 0.1 s to start, and 1 ms for a shader. What it does not
# take (Debian 12's knows no meshes), or all where it is missing, glslangValidator compiles. Prints failures as `each` does.
compile_glsl() {
    local folder source sources
    folder=$(mktemp -d "$work/glsl.XXXXXX")
    mapfile -d '' sources
    (cd "$folder" && printf '%s\0' "${sources[@]}" | xargs -0 -r -P "$jobs" -n 200 glslc --target-env="$1" -c >/dev/null 2>&1) || true
    for source in "${sources[@]}"; do
        [ -f "$folder/${source##*/}.spv" ] || printf '%s\0' "$source"
    done | each bash -c 'glslangValidator --quiet -V --target-env "$1" "$3" -o "$2/${3##*/}.spv"' compile "$1" "$folder"
    for source in "${sources[@]##*/}"; do
        [ ! -f "$folder/$source.spv" ] || mv "$folder/$source.spv" "$2/${source%.*}.spv"
    done
}

# The checker's programs, which $corpus has from then on as one file each. A file of tests/ir/check/corpus has several, each after a
# line ";--- NAME", as LLVM's split-file reads them.
unpack_corpus() {
    corpus=$work/corpus
    mkdir -p "$corpus"
    awk -v to="$corpus/" '/^;--- / { close(file); file = to $2; next } { print > file }' "$tests"/ir/check/corpus/*.ll
}

# Ends a test of shaders that Debian's glslang does not compile, as skipped, where the newest one is not there.
need_newest_glslang() {
    command -v newest-glslangValidator >/dev/null && return
    echo "NO NEWEST GLSLANG: NOTHING WAS TESTED. tests/project/newest.sh makes it." >&2
    exit 77
}
