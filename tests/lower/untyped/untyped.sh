#!/bin/bash
# SPV_KHR_untyped_pointers. Every shader whose pointers may be untyped (untype.py) becomes the same IR as its typed twin, byte for
# byte but for the places of words, and the same verdict of litmus. One place that is read as several types (views.spvasm) has the
# accesses that its comments state; LLVM takes it for five processors. verdicts/: what race and litmus say where sizes differ. What is not supported is refused by its name. Of the
# shaders every eighth; --all: each, and with --abi=buffer.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$tests/lower/untyped
all=${1-}
if ! command -v newest-spirv-as >/dev/null; then
    echo "NO NEWEST SPIRV-TOOLS: NOTHING WAS TESTED. tests/project/newest.sh makes them." >&2
    exit 77
fi
export here spirv_mmra work all

translate() { # module, IR, options: status
    local module=$1 ir=$2 status=0
    shift 2
    "$spirv_mmra" --no-validate --explain "$@" "$module" -o "$ir" 2>"$ir.messages" || status=$?
    [ ! -e "$ir" ] || sed -i -E 's/ \(word [0-9]+\)//' "$ir"
    echo "$status"
}
twins() { # typed module, untyped module, options
    local typed=$1 untyped=$2
    shift 2
    [ "$(translate "$typed" "$typed.ll" "$@")" = "$(translate "$untyped" "$untyped.ll" "$@")" ] || { cat "$untyped.ll.messages"; return 1; }
    [ ! -e "$typed.ll" ] || cmp "$typed.ll" "$untyped.ll"
}
judge() { # module: the verdict of race, without places and counts of seconds
    local status=0
    "$spirv_mmra" race --no-validate --groups 2 --timeout 20 "$1" 2>&1 | sed -E "s|^[^ ]*/||; s/\.untyped\.spv/.spv/; s/word [0-9]+/word/g; s/, [0-9.]+ s$//" || status=$?
    echo "$status"
}
judged() { # typed module, untyped module
    local untyped
    untyped=$(judge "$2")
    if [[ $untyped = *"an untyped pointer in memory"* ]]; then return; fi
    diff <(judge "$1") <(echo "$untyped")
}
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
export -f same twins translate judge judged

every() { [ -n "$all" ] && cat || sed -n '1~8p'; }
# Copies within one buffer may overlap where pointers are untyped: long-copies has loops of two directions more.
find "$shaders" -name "*.spv" ! -name long-copies.spv | sort | every | tr "\n" "\0" | each bash -c 'same "$1"' same >"$work/messages"
count_failures "$work/messages"
looked=$(find "$work" -name '*.untyped.spv' | wc -l)
[ "$looked" -ge 20 ] || fail "only $looked shaders have an untyped twin"

assemble() { newest-spirv-as --target-env spv1.6 "$1" -o "$work/$(basename "$1" asm)"; }
for module in "$here"/*.spvasm; do
    assemble "$module"
    spv=$work/$(basename "$module" asm)
    newest-spirv-val --target-env vulkan1.4 --workgroup-scalar-block-layout "$spv" || fail "$module is not valid"
    for version in "${llvm_versions[@]}"; do
        for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
            for options in '' --abi=buffer; do
                # shellcheck disable=SC2086 # none or one
                "$spirv_mmra" --llvm "$version" --mcpu=$processor $options --werror "$spv" -o "$spv.ll" || { fail "$module for $processor"; continue; }
                "opt-$version" -O2 -mcpu=$processor "$spv.ll" -o "$spv.bc" && "llc-$version" -mcpu=$processor -filetype=null "$spv.bc" || fail "$module: LLVM $version, $processor $options"
            done
        done
    done
    "$spirv_mmra" --llvm 22 "$spv" -o "$spv.ll"
    FileCheck-22 "$module" <"$spv.ll" || fail "$module"
done

for module in "$here"/verdicts/*.spvasm; do
    assemble "$module"
    while IFS=: read -r command expected words; do
        status=0
        message=$("$spirv_mmra" "${command#; }" --no-validate --groups 1 "$work/$(basename "$module" asm)" 2>&1) || status=$?
        if [ "$status" != "${expected# }" ] || [[ $message != *"${words# }"* ]]; then fail "$module, ${command#; }: status $status, $message"; fi
    done < <(sed -n '1,2p' "$module")
done

for module in "$here"/refused/*.spvasm; do
    assemble "$module"
    status=0
    message=$("$spirv_mmra" "$work/$(basename "$module" asm)" -o "$work/refused.ll" 2>&1) || status=$?
    IFS=: read -r _ expected words < <(head -n 1 "$module")
    if [ "$status" != "${expected# }" ] || [[ $message != *"${words# }"* ]]; then fail "$module: status $status, $message"; fi
done
finish "$looked shaders with untyped twins, $(find "$here" -name '*.spvasm' | wc -l) modules"
