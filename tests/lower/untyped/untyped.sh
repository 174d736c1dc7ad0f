#!/bin/bash
# SPV_KHR_untyped_pointers. Every shader whose pointers may be untyped (untype.py) becomes the same IR as its typed twin, byte for
# byte but for the places of words, and the same verdict of litmus. Of the shaders every eighth, and robust-pointers, which passes
# pointers to a function; --all: each, and with --abi=buffer.
set -euo pipefail
all=${1-}
. "$(dirname "$0")/twins.sh"
export all

same() { # SPIR-V of glslang
    local name status=0
    name=$work/$(basename "$1" .spv)
    newest-spirv-dis --raw-id "$1" -o "$name.spvasm"
    python3 "$here/untype.py" "$name.spvasm" >"$name.untyped.spvasm" 2>/dev/null || status=$?
    if [ "$status" = 3 ]; then echo "$1" >>"$work/unfit"; return; fi
    newest-spirv-as --preserve-numeric-ids --target-env "spv1.$(od -An -j5 -N1 -tu1 <"$1" | tr -d " ")" "$name.untyped.spvasm" -o "$name.untyped.spv" || return
    if newest-spirv-val --target-env vulkan1.4 "$1" >/dev/null 2>&1; then
        newest-spirv-val --target-env vulkan1.4 "$name.untyped.spv" || return
    fi
    twins "$1" "$name.untyped.spv" --mcpu=gfx1100 || return
    judged "$1" "$name.untyped.spv" || return
    [ -z "$all" ] || twins "$1" "$name.untyped.spv" --mcpu=gfx942 --abi=buffer --llvm=22
}
export -f same

every() { [ -n "$all" ] && cat || sed -n '/robust-pointers\.spv$/ { p; d }; 1~8p'; }
# Copies within one buffer may overlap where pointers are untyped: long-copies has loops of two directions more.
find "$shaders" -name "*.spv" ! -name long-copies.spv | sort | every | tr "\n" "\0" | each bash -c 'same "$1"' same >"$work/messages"
count_failures "$work/messages"
looked=$(find "$work" -name '*.untyped.spv' | wc -l)
[ "$looked" -ge 20 ] || fail "only $looked shaders have an untyped twin"
finish "$looked shaders with untyped twins"
