#!/bin/bash
# --glsl450=strict gives, byte for byte, what spirv-opt --upgrade-memory-model and then translation give: an oracle that
# this project did not write. Modules that the pass changes in other ways are left out: it rewrites frexp and modf, and
# leaves physical addressing alone; and of a coherent or volatile image it makes the load of the descriptor non-private,
# which is not valid.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

has_coherent_image() {
    awk '/OpDecorate %[0-9]+ (Coherent|Volatile)$/ { marked[$2] = 1 }
         / = OpVariable .* UniformConstant/ && $1 in marked { found = 1 }
         END { exit !found }'
}

mkdir "$work"/{before,upgraded,strict,expected}
: >"$work/left_out"
upgrade() {
    local text
    text=$(spirv-dis --raw-id --no-color "$1")
    [[ $text = *"OpMemoryModel Logical GLSL450"* ]] || return 0
    if grep -qE 'OpExtInst .* (Frexp|Modf) ' <<<"$text" || has_coherent_image <<<"$text"; then
        echo "$1" >>"$work/left_out"
        return
    fi
    spirv-opt --upgrade-memory-model "$1" -o "$work/upgraded/${1##*/}" && cp "$1" "$work/before"
}
export -f upgrade has_coherent_image
export work
find "$shaders" -name '*.spv' -print0 | each bash -c 'upgrade "$1"' upgrade >"$work/messages"
count_failures "$work/messages"
left_out=$(wc -l <"$work/left_out")

count=$(find "$work/upgraded" -name '*.spv' | wc -l)
[ "$count" -ge 100 ] || fail "only $count modules to compare"
for profile in document 22; do
    "$spirv_mmra" -j "$jobs" --llvm "$profile" --glsl450=strict --out-dir "$work/strict" "$work"/before/*.spv ||
        fail "strict translation, profile $profile"
    # the option, which has nothing to read there, because the IR's first line names it
    "$spirv_mmra" -j "$jobs" --llvm "$profile" --glsl450=strict --out-dir "$work/expected" "$work"/upgraded/*.spv ||
        fail "translation of upgraded modules, profile $profile"
    diff -ru "$work/expected" "$work/strict" >"$work/difference" || {
        fail "$(grep -c '^diff ' "$work/difference") differ, profile $profile"
        head -n 20 "$work/difference" >&2
    }
done
finish "$count GLSL450 modules compared, $left_out left out"
