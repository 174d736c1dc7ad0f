#!/bin/bash
# The newest lavapipe (tests/project/newest.sh) as the Vulkan driver: shaders with what older ones lack, which elsewhere are compared with
# a scalar shader or with computed results alone. Those of this folder; cooperative matrices themselves (run/matrices); shaders with
# untyped pointers (lower/untyped), every sixteenth. --all: each shader, as it is and with untyped pointers, and all matrices.
set -euo pipefail
all=${1-}
. "$(dirname "$0")/../../project/common.sh"

here=$tests/run/newest
if ! command -v newest-lavapipe >/dev/null; then
    echo "NO NEWEST LAVAPIPE: NOTHING WAS COMPARED. tests/project/newest.sh makes one." >&2
    exit 77
fi

# The settings of a folder's shaders, but for those that the newest lavapipe needs others of; no partner in a shader's place.
settings_of() { # FILE
    sed '/^#/d; /^$/d' "$here/settings.txt"
    awk -v other="$here/settings.txt" 'BEGIN { while ((getline line <other) > 0) { split(line, word, " "); known[word[1]] = 1 } } !($1 in known)' "$1"
}
compare() { # what, settings, modules...
    local what=$1 settings=$2
    shift 2
    newest-lavapipe "$build/bin/compare" -j "$jobs" --settings="$settings" --integers=wide --report "$@" >"$work/report" 2>&1 ||
        fail "$what: $(grep -v '^equal' "$work/report")"
    echo "$what: $(tail -n 1 "$work/report")"
}
every() { if [ -n "$all" ]; then cat; else sed -n "1~$1p"; fi; }

mkdir "$work"/{own,untyped}
for source in "$here"/*.comp; do
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$source" -o "$work/own/$(basename "$source" .comp).spv" || fail "$source"
done
for source in "$here"/*.spvasm; do
    newest-spirv-as --target-env spv1.6 "$source" -o "$work/own/$(basename "$source" .spvasm).spv" || fail "$source"
done
settings_of "$tests/run/compare/settings.txt" >"$work/settings"
compare "this folder" "$work/settings" "$work"/own/*.spv
# Older ones have no texels of 64 bits.
compare "texels of 64 bits as machine code" "$work/settings" --on=gfx1100 "$shaders/image-read-write-64.spv"

settings_of <(sed 's/driver=[^ ]*//' "$matrices/settings") >"$work/settings.newest"
# It has no bfloat16, no float8 and smaller ones, no tensor layouts, no matrices of scope Workgroup and no SPV_EXT_cooperative_matrix_maintenance1, leaves open what is in matrices smaller than 8 x 8, and does not
# compile two shaders with large ones in a minute.
unfit='(-plain|.*bf16.*|bfloat.*|.*e4m3.*|.*e5m2.*|(e2m1|e2m3|e3m2|ue8m0|mxint8)-.*|.*-ext|coordinates-.*|tensor-.*|workgroup-.*|copy-small|reduced-2x2-f16|reduced-all-small|use-b-i8-i8-4-16|f16-f32-tiles|i8-i32-deep)\.spv$'
find "$matrices" -name '*.spv' | grep -vE "$unfit" | sort | every 3 | mapfile -t modules
compare "cooperative matrices" "$work/settings.newest" "${modules[@]}"

untype() { # SPIR-V of glslang
    local name status=0
    name=$work/untyped/$(basename "$1" .spv)
    # It stores arrays of matrices whole. Their matrices' stride is a decoration of a block's member, which no untyped store names.
    if [[ $name = */layout-matrix-array ]]; then return; fi
    newest-spirv-dis --raw-id "$1" -o "$name.typed"
    python3 "$tests/lower/untyped/untype.py" "$name.typed" >"$name.spvasm" 2>/dev/null || status=$?
    if [ "$status" = 3 ]; then return; fi
    # The comparer does not know the type behind an untyped address in memory, and has no contents for it.
    if grep -q 'OpTypeUntypedPointerKHR PhysicalStorageBuffer' "$name.spvasm"; then return; fi
    newest-spirv-as --preserve-numeric-ids --target-env "spv1.$(od -An -j5 -N1 -tu1 <"$1" | tr -d " ")" "$name.spvasm" -o "$name.spv"
}
export -f untype
export work tests
find "$shaders" -name '*.spv' | sort | every 16 | tr '\n' '\0' | each bash -c 'untype "$1"' untype >"$work/messages"
count_failures "$work/messages"
modules=("$work"/untyped/*.spv)
[ "${#modules[@]}" -ge 10 ] || fail "only ${#modules[@]} shaders have an untyped twin"
cp -n "$shaders"/*-plain.spv "$work/untyped" # partners of some
compare "untyped pointers" "$work/settings" "${modules[@]}"
[ -z "$all" ] || compare "all shaders" "$work/settings" "$shaders"/*.spv
finish "compared with the newest lavapipe"
