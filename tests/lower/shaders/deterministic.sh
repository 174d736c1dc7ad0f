#!/bin/bash
# The same input gives the same bytes: from run to run, with one job and with two, alone and among others.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

run() { # directory, options...
    local directory=$1
    shift
    mkdir -p "$work/$directory"
    "$spirv_mmra" --explain --out-dir "$work/$directory" "$@" || fail "translation to $directory"
}

run first -j 1 "$shaders"/*.spv
run second -j 1 "$shaders"/*.spv
run parallel -j 2 "$shaders"/*.spv
for other in second parallel; do
    diff -rq "$work/first" "$work/$other" >&2 || fail "$other differs from first"
done
for module in "$shaders"/message-passing-pointer.spv "$shaders"/layout-mat3-row-major.spv; do
    "$spirv_mmra" --explain "$module" -o "$work/alone.ll" || fail "$module alone"
    cmp "$work/alone.ll" "$work/first/$(basename "$module" .spv).ll" || fail "$module alone differs"
done
finish "$(find "$work/first" -name '*.ll' | wc -l) modules, three runs"
