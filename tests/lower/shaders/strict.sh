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
left_out=0
for module in "$shaders"/*.spv; do
    name=$(basename "$module")
    text=$(spirv-dis --raw-id --no-color "$module")
    case "$text" in
    *"OpMemoryModel Logical GLSL450"*) ;;
    *) continue ;;
    esac
    if grep -qE 'OpExtInst .* (Frexp|Modf) ' <<<"$text" || has_coherent_image <<<"$text"; then
        left_out=$((left_out + 1))
        continue
    fi
    cp "$module" "$work/before/$name"
done
upgrade() {
    spirv-opt --upgrade-memory-model "$1" -o "$upgraded/$(basename "$1")"
}
export -f upgrade
export upgraded=$work/upgraded
find "$work/before" -name '*.spv' -print0 | each bash -c 'upgrade "$1"' upgrade >"$work/messages"
count_failures "$work/messages"

count=$(find "$work/upgraded" -name '*.spv' | wc -l)
[ "$count" -ge 100 ] || fail "only $count modules to compare"
for profile in document 22; do
    "$spirv_mmra" -j "$jobs" --llvm "$profile" --glsl450=strict --out-dir "$work/strict" "$work"/before/*.spv ||
        fail "strict translation, profile $profile"
    # the option, which has nothing to read there, because the IR's first line names it
    "$spirv_mmra" -j "$jobs" --llvm "$profile" --glsl450=strict --out-dir "$work/expected" "$work"/upgraded/*.spv ||
        fail "translation of upgraded modules, profile $profile"
    for module in "$work"/upgraded/*.spv; do
        name=$(basename "$module" .spv).ll
        diff -u "$work/expected/$name" "$work/strict/$name" >"$work/difference" || {
            fail "$name differs, profile $profile"
            head -n 20 "$work/difference" >&2
        }
    done
done
finish "$count GLSL450 modules compared, $left_out left out"
