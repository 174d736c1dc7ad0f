#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
// LLVM makes ballots without tokens of atomics on texel buffers too.
// options: --convergence tokens
// expect: #texel.atomic >= 3
// expect: #image.atomic >= 1
layout(local_size_x = 256) in;
layout(binding = 0) buffer Results { uint results[]; };
layout(binding = 1, r32ui) uniform uimageBuffer numbers;
layout(binding = 2, r32ui) uniform uimage2D image;
void main() {
    uint first = subgroupBroadcastFirst(gl_LocalInvocationIndex);
    imageAtomicAdd(numbers, 3, 1u);
    imageAtomicOr(numbers, 4, 0u);
    imageAtomicAdd(image, ivec2(3), 1u);
    results[gl_LocalInvocationIndex] = first + imageAtomicMax(numbers, int(results[0]), first);
}
