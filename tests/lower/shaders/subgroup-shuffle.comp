#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

// subgroupShuffle from a computed lane, and subgroupShuffleXor.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[128]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[4u * i + 0u] = subgroupShuffle(value, (gl_SubgroupInvocationID * 3u + 1u) % gl_SubgroupSize);
    result[4u * i + 1u] = subgroupShuffleXor(value, 1u);
    result[4u * i + 2u] = subgroupShuffleXor(value, 5u);
    result[4u * i + 3u] = floatBitsToUint(subgroupShuffle(vec4(float(value)), gl_SubgroupSize - 1u - gl_SubgroupInvocationID).w);
}
