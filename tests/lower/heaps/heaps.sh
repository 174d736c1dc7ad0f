#!/bin/bash
# SPV_EXT_descriptor_heap. Each shader of this folder is compiled twice, with its arrays of descriptors in heaps and bound in a set. Both
# become the same IR, but for what the parameters are called, and LLVM takes it for three processors. A module has what glslang does not
# write. Exit status 77 without the newest glslang.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$tests/lower/heaps
need_newest_glslang
head='#extension GL_EXT_nonuniform_qualifier : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_descriptor_heap : enable
#extension GL_EXT_samplerless_texture_functions : require
#ifdef HEAP
#define ARRAY(number) layout(descriptor_heap)
#define IMAGES(number, format) layout(descriptor_heap, format)
#else
#define ARRAY(number) layout(set = 1, binding = number)
#define IMAGES(number, format) layout(set = 1, binding = number, format)
#endif
layout(local_size_x = 32) in;
#line 1'

accept() { # processor, module without its ending: LLVM takes it, and that with --abi=buffer
    llc-22 -mcpu="$1" -filetype=null "$2.$1.ll" || return
    "$spirv_mmra" --no-validate --werror --mcpu="$1" --llvm 22 --abi=buffer "$2.spv" -o "$2.buffer.ll" || return
    llc-22 -mcpu="$1" -filetype=null "$2.buffer.ll"
}

translate() { # name, how, options of glslang
    local name=$work/$1.$2
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "${@:3}" "$work/$1.comp" -o "$name.spv" || return
    newest-spirv-val --target-env vulkan1.4 "$name.spv" || return
    for processor in "${image_targets[@]}"; do
        "$spirv_mmra" --no-validate --werror --mcpu="$processor" --llvm 22 "$name.spv" -o "$name.$processor.ll" || return
        python3 "$here/twin.py" "$name.$processor.ll" >"$name.$processor.txt"
        if [ "$2" = heap ]; then accept "$processor" "$name" || return; fi
    done
}

compared=0
for source in "$here"/*.comp; do
    name=$(basename "$source" .comp)
    for model in '' '#pragma use_vulkan_memory_model'; do
        printf '#version 460\n%s\n%s\n' "$model" "$head" | cat - "$source" >"$work/$name.comp"
        translate "$name" heap -DHEAP && translate "$name" bound || { fail "$name $model"; continue; }
        for processor in "${image_targets[@]}"; do
            diff "$work/$name".{heap,bound}."$processor".txt || fail "$name $model $processor"
            compared=$((compared + 1))
        done
    done
done

newest-spirv-as --target-env spv1.6 "$here/layout.spvasm" -o "$work/layout.spv"
newest-spirv-val --target-env vulkan1.4 "$work/layout.spv" || fail "layout is not valid"
"$spirv_mmra" --no-validate --mcpu=gfx1100 --llvm 22 "$work/layout.spv" -o "$work/layout.gfx1100.ll" && accept gfx1100 "$work/layout" || fail layout
offsets_of() { sed -nE 's/.*getelementptr i8, ptr addrspace\(4\) %resources, i64 ([0-9]+).*/\1/p' "$1" | tr '\n' ' '; }
[ "$(offsets_of "$work/layout.gfx1100.ll")" = "32 224 " ] || fail "layout: elements of the heap at $(offsets_of "$work/layout.gfx1100.ll")"
# What the place was taken for says nothing of the buffer: it may be an array without an index, another class, an image, or nothing. The
# size of descriptor 0 lies at 8.
place='%buffer_place = OpUntypedAccessChainKHR %constant_ptr'
while IFS='|' read -r offsets edit; do
    sed "$edit" "$here/layout.spvasm" >"$work/place.spvasm"
    newest-spirv-as --target-env spv1.6 "$work/place.spvasm" -o "$work/place.spv"
    newest-spirv-val --target-env vulkan1.4 "$work/place.spv" || fail "$edit: not valid"
    "$spirv_mmra" --no-validate --mcpu=gfx1100 --werror "$work/place.spv" -o "$work/place.ll" || fail "$edit"
    [ "$(offsets_of "$work/place.ll")" = "$offsets" ] || fail "$edit: elements of the heap at $(offsets_of "$work/place.ll")"
done <<EDITS
32 224 |s/TypeBufferEXT StorageBuffer/TypeBufferEXT Uniform/
32 160 |s/^$place.*/$place %heap %resources %u1/
32 8 |s/^$place.*/$place %buffers %resources/
32 64 |s/^$place.*/$place %images %resources %u2/
32 224 8 |s/EXT %storage_ptr %buffer_place/EXT %storage_ptr %resources/
EDITS
sed 's/^OpDecorate %words/OpDecorate %data Coherent\n&/' "$here/layout.spvasm" >"$work/coherent.spvasm"
newest-spirv-as --target-env spv1.6 "$work/coherent.spvasm" -o "$work/coherent.spv"
"$spirv_mmra" --no-validate --mcpu=gfx1100 "$work/coherent.spv" -o "$work/coherent.ll"
[ "$(grep -c 'store atomic i32' "$work/coherent.ll")" = 2 ] || fail "a coherent buffer of a heap: $(grep store "$work/coherent.ll")"
for module in "$here"/refused/*.spvasm; do
    IFS=': ' read -r _ _ status message <"$module"
    newest-spirv-as --target-env spv1.6 "$module" -o "$work/refused.spv"
    got=0
    said=$("$spirv_mmra" --no-validate --mcpu=gfx1100 "$work/refused.spv" -o "$work/refused.ll" 2>&1) || got=$?
    [[ $got = "$status" && $said = *"$message"* ]] || fail "$(basename "$module"): status $got: $said"
done
finish "compared $compared translations of shaders with descriptor heaps"
