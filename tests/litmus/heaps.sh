#!/bin/bash
# Descriptor heaps in `race` and `litmus`: each shader right, and with what orders it, or keeps it apart, taken out. With SMMRA_BUILD
# set.
set -u
. "$(dirname "$0")/../project/common.sh"
if ! command -v newest-glslangValidator >/dev/null; then
    echo "SKIPPED: no glslang knows GL_EXT_descriptor_heap; tests/project/newest.sh has one" >&2
    exit 77
fi
. "$(dirname "$0")/expect.sh"

head='#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_descriptor_heap : enable
#pragma use_vulkan_memory_model
layout(local_size_x = SIZE) in;
layout(descriptor_heap) nonprivate buffer Values { uint count; uint values[]; } buffers[];
layout(descriptor_heap) nonprivate buffer Words { uint first; uint words[]; } same[];
layout(descriptor_heap) uniform Numbers { uint numbers[64]; } blocks[];
layout(descriptor_heap, r32ui) nonprivate uniform uimage2D images[];
layout(descriptor_heap, r32i) nonprivate uniform iimage2D others[];
layout(push_constant) uniform Pushed { uint chosen; uint other; };'

shader() { # NAME BODY
    printf '%s\nvoid main() { uint i = gl_GlobalInvocationID.x; %s }\n' "${head/SIZE/${size-32}}" "$2" >"$work/$1.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
race() { expect_of race "$1" "$2" "$work/$3.spv" --groups 2 --no-validate "${@:4}"; } # STATUS PATTERN NAME [ARGUMENT...]
free() { shader "$1" "$2" && race 0 'no data race' "$1" "${@:3}"; }
races() { shader "$1" "$2" && race 1 'data race: ' "$1" "${@:3}"; }

# one place for each invocation, or for all
free own 'buffers[1].values[i] = i;'
races all 'buffers[1].values[3] = i;'
race 1 'writes [0-9]* to %Values\[1\]\[1\]\[3\] by OpStore' all
free elsewhere 'if (i == 0) buffers[1].values[3] = 1; if (i == 63) buffers[2].values[3] = 1;'
races there 'if (i == 0) buffers[1].values[3] = 1; if (i == 63) buffers[1].values[3] = 2;'
free as-many-as-invocations "buffers[i].values[0] = i;"
# the descriptor is chosen by what is pushed
for inputs in 'free Pushed={1,2}' 'races Pushed={2,2}'; do
    ${inputs% *} "pushed-${inputs% *}" 'if (i == 0) buffers[chosen].count = 1; if (i == 63) buffers[other].count = 2;' --input "${inputs#* }"
done
# one descriptor is one buffer, of whichever block; descriptors of another kind are others
races two-blocks 'if (i == 0) buffers[5].values[2] = 1; if (i == 40) same[5].words[2] = 2;'
free two-blocks-apart 'if (i == 0) buffers[5].values[2] = 1; if (i == 40) same[6].words[2] = 2;'
free two-blocks-two-words 'if (i == 0) buffers[5].values[2] = 1; if (i == 40) same[5].words[3] = 2;'
free kinds 'if (i == 0) buffers[3].values[0] = 1; if (i == 40) buffers[4].values[0] = blocks[3].numbers[0] + imageLoad(images[3], ivec2(0)).x;'
races texels 'imageStore(images[2], ivec2(0), uvec4(i));'
free texels-apart 'imageStore(images[2], ivec2(i, 0), uvec4(i));'
free images-apart 'if (i == 0) imageStore(images[2], ivec2(0), uvec4(1)); if (i == 40) imageStore(images[3], ivec2(0), uvec4(2));'
races image-types 'if (i == 0) imageStore(images[2], ivec2(0), uvec4(1)); if (i == 40) imageStore(others[2], ivec2(0), ivec4(2));'

# a message through a flag of another descriptor
send='if (i == 0) { buffers[1].values[0] = 7; atomicStore(buffers[2].count, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease SENT); }
else if (i == 63) { while (atomicLoad(buffers[2].count, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire SEEN) == 0u) {} buffers[3].count = buffers[1].values[0]; }'
sent='| gl_SemanticsMakeAvailable' seen='| gl_SemanticsMakeVisible'
both=${send/SENT/$sent}
free message "${both/SEEN/$seen}"
races message-not-available "$(sed "s/SENT//; s/SEEN/$seen/" <<<"$send")"
races message-not-visible "${both/SEEN/}"
free message-of-two-blocks "$(sed 's/= buffers\[1\]\.values/= same[1].words/' <<<"${both/SEEN/$seen}")"

# numbers, lengths and places as `--input` and `--size` give them
shader given 'if (i == 0) buffers[0].count = buffers[2].values[1] + buffers[2].values.length() + blocks[7].numbers[2]; if (i == 63) buffers[0].count = 1;'
race 1 'writes 545 to %Values\[0\]\[0\]' given --input 'Values[2].values[1]=40' --input 'Numbers[7].numbers[2]=500' --size 'Values[2]=5'
shader far 'if (i == 0) buffers[255].count = 1; if (i == 63) buffers[chosen].count = 2;'
race 0 'no data race' far --input Pushed.chosen=254
race 1 'data race' far --input Pushed.chosen=255
race 1 'out of bounds' far --input Pushed.chosen=256

# a chain without an index leads to element 0; the class of the pointer counts
module() { # NAME INDEX-OF-ONE INDEX-OF-OTHER CLASS
    cat >"$work/$1.spvasm" <<MODULE
OpCapability Shader
OpCapability UntypedPointersKHR
OpCapability DescriptorHeapEXT
OpExtension "SPV_EXT_descriptor_heap"
OpExtension "SPV_KHR_untyped_pointers"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %heap %index
OpExecutionMode %main LocalSize 2 1 1
OpDecorate %heap BuiltIn ResourceHeapEXT
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorateId %buffers ArrayStrideIdEXT %size
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%block = OpTypeStruct %uint
%buffer = OpTypeBufferEXT $4
%size = OpConstantSizeOfEXT %uint %buffer
%buffers = OpTypeRuntimeArray %buffer
%places = OpTypeUntypedPointerKHR UniformConstant
%data = OpTypeUntypedPointerKHR StorageBuffer
%input = OpTypePointer Input %uint
%heap = OpUntypedVariableKHR %places UniformConstant
%index = OpVariable %input Input
%main = OpFunction %void None %fn
%entry = OpLabel
%i = OpLoad %uint %index
%is_first = OpIEqual %bool %i %u0
OpSelectionMerge %end None
OpBranchConditional %is_first %first %second
%first = OpLabel
%place_1 = OpUntypedAccessChainKHR %places %buffers %heap $2
%data_1 = OpBufferPointerEXT %data %place_1
%word_1 = OpUntypedAccessChainKHR %data %block %data_1 %u0
OpStore %word_1 %u0
OpBranch %end
%second = OpLabel
%place_2 = OpUntypedAccessChainKHR %places %buffers %heap $3
%data_2 = OpBufferPointerEXT %data %place_2
%word_2 = OpUntypedAccessChainKHR %data %block %data_2 %u0
OpStore %word_2 %u1
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
MODULE
    newest-spirv-as --target-env spv1.6 "$work/$1.spvasm" -o "$work/$1.spv" || fail "$1 is not assembled"
}
for class in StorageBuffer Uniform; do
    module "no-index-$class" '' %u0 $class && expect_of race 1 'data race: ' "$work/no-index-$class.spv" --groups 1 --no-validate
    module "other-index-$class" '' %u1 $class && expect_of race 0 'no data race' "$work/other-index-$class.spv" --groups 1 --no-validate
done

# every execution of a small grid
size=2
shader few "${both/SEEN/$seen}"
sed -i 's/63/1/' "$work/few.comp"
newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/few.comp" -o "$work/few.spv" >/dev/null
expect 0 'no data race' "$work/few.spv" --no-validate --groups 1
sed -i "s/ $sent//" "$work/few.comp"
newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/few.comp" -o "$work/few.spv" >/dev/null
expect 1 'writes 7 to Values\[1\]\[1\]\[0\]' "$work/few.spv" --no-validate --groups 1

# what glslang does not write: a heap that is a struct, whose buffers are reached through untyped pointers
assemble() { # NAME SED-COMMAND...
    sed "${@:2}" "$tests/lower/heaps/layout.spvasm" >"$work/$1.spvasm"
    newest-spirv-as --target-env spv1.6 "$work/$1.spvasm" -o "$work/$1.spv" || fail "$1 does not assemble"
}
assemble layout ''
race 1 'to %heap_buffers\[2\]\[0\]\[3\] by OpStore' layout --all --size 'heap_images[0]=4' --size 'heap_buffers[0]=4'
grep -q 'writes 4 to %heap_buffers\[2\]\[0\]\[0\]' "$work/out" || fail "layout: the length is no 4: $(cat "$work/out")"
# words of messages are those of the file, in which nothing was added
[ "$(sed -nE 's/.*word ([0-9]*): data race: .*\[3\] by OpStore.*/\1/p' "$work/out")" = "$(python3 - "$work/layout.spv" <<'END'
import struct, sys
words = [word for word, in struct.iter_unpack('<I', open(sys.argv[1], 'rb').read())]
at = 5
while words[at] & 0xFFFF != 62: # OpStore
    at += words[at] >> 16
print(at)
END
)" ] || fail "layout: another word: $(cat "$work/out")"
# in a GLSL450 module, whose accesses are private without it, a pointer to a buffer may be decorated Coherent as a whole
head=${head/'#pragma use_vulkan_memory_model'/} size=32
head=${head//nonprivate/}
shader plain 'if (i == 0) { buffers[1].values[0] = 7; memoryBarrierBuffer(); atomicExchange(buffers[2].count, 1u); }
else if (i == 63) { while (atomicAdd(buffers[2].count, 0u) == 0u) {} memoryBarrierBuffer(); buffers[3].count = buffers[1].values[0]; }'
race 1 'data race' plain --glsl450=strict
newest-spirv-dis --raw-id --no-header "$work/plain.spv" -o "$work/coherent.spvasm"
sed -nE 's/^ *(%[0-9]+) = OpBufferPointerEXT .*/OpDecorate \1 Coherent/p' "$work/coherent.spvasm" >"$work/decorations"
sed -i "0,/OpDecorate /{/OpDecorate /{
r $work/decorations
}}" "$work/coherent.spvasm"
newest-spirv-as --target-env spv1.6 "$work/coherent.spvasm" -o "$work/coherent.spv" || fail 'coherent does not assemble'
race 0 'no data race' coherent --glsl450=strict

refused() { # NAME PATTERN SED-COMMAND...
    assemble "$1" "${@:3}" && race 4 "$2" "$1"
}
refused two-strides 'one kind that lie in a heap in two ways' \
    -e 's/^OpDecorateId %buffers/OpDecorate %plain ArrayStride 16\n&/' -e 's/^%heap = /%plain = OpTypeArray %buffer %u3\n&/' \
    -e 's/^%data = .*/&\n%plain_place = OpUntypedAccessChainKHR %constant_ptr %plain %resources %u2\n%again = OpBufferPointerEXT %storage_ptr %plain_place\n%more = OpUntypedAccessChainKHR %storage_ptr %block %again %u0 %u0\nOpStore %more %u1/'
refused two-blocks-of-one 'not taken for one block alone' \
    -e 's/^%block = .*/&\n%block2 = OpTypeStruct %words/' -e 's/^OpDecorate %block Block/&\nOpDecorate %block2 Block\nOpMemberDecorate %block2 0 Offset 4/' \
    -e 's/^%last = OpUntypedAccessChainKHR %storage_ptr %block/%last = OpUntypedAccessChainKHR %storage_ptr %block2/'
refused no-chain 'chosen by another instruction' -e 's/^%data = .*/%copied = OpCopyObject %constant_ptr %buffer_place\n%data = OpBufferPointerEXT %storage_ptr %copied/'

echo "$failures failures"
[ $failures = 0 ]
