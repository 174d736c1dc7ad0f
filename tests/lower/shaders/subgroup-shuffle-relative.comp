#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

// subgroupShuffleUp and Down; lanes without a partner do not count.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[64]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    uint up = subgroupShuffleUp(value, 2u), down = subgroupShuffleDown(value, 3u);
    result[2u * i + 0u] = gl_SubgroupInvocationID >= 2u ? up : 0u;
    result[2u * i + 1u] = gl_SubgroupInvocationID + 3u < gl_SubgroupSize ? down : 0u;
}
