#!/bin/bash
# Modules with SPV_KHR_untyped_pointers. One place that is read as several types (views.spvasm) has the accesses that its comments state; LLVM
# takes it for five processors. twins/: matrices, which untype.py does not know; their lines say how the typed twin is. verdicts/: what race and
# litmus say where sizes differ. What is not supported is refused by its name.
set -euo pipefail
. "$(dirname "$0")/twins.sh"

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

for module in "$here"/twins/*.spvasm; do
    name=$work/$(basename "$module" .spvasm)
    sed -E 's/^.*; typed: //' "$module" >"$name.typed.spvasm"
    newest-spirv-as --target-env spv1.6 "$name.typed.spvasm" -o "$name.spv"
    newest-spirv-as --target-env spv1.6 "$module" -o "$name.untyped.spv"
    newest-spirv-val --target-env vulkan1.4 "$name.untyped.spv" || fail "$module is not valid"
    for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
        twins "$name.spv" "$name.untyped.spv" --mcpu=$processor || fail "$module for $processor"
        [ -e "$name.spv.ll" ] || fail "$module for $processor is not translated"
    done
    judged "$name.spv" "$name.untyped.spv" >&2 || fail "$module: race says something else of its typed twin"
done

for module in "$here"/verdicts/*.spvasm; do
    assemble "$module"
    while IFS=: read -r command expected words; do
        status=0
        # shellcheck disable=SC2086 # the command and its options
        message=$("$spirv_mmra" $command --no-validate --groups 1 "$work/$(basename "$module" asm)" 2>&1) || status=$?
        if [ "$status" != "${expected# }" ] || [[ $message != *"${words# }"* ]]; then fail "$module, $command: status $status, $message"; fi
    done < <(sed -n 's/^; \(race\|litmus\)\(.*:.*:\)/\1\2/p' "$module")
done

for module in "$here"/refused/*.spvasm; do
    assemble "$module"
    status=0
    message=$("$spirv_mmra" "$work/$(basename "$module" asm)" -o "$work/refused.ll" 2>&1) || status=$?
    IFS=: read -r _ expected words < <(head -n 1 "$module")
    if [ "$status" != "${expected# }" ] || [[ $message != *"${words# }"* ]]; then fail "$module: status $status, $message"; fi
done
finish "$(find "$here" -name '*.spvasm' | wc -l) modules"
