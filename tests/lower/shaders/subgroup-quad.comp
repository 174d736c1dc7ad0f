#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require

// Broadcasts and swaps within four lanes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[5u * i + 0u] = subgroupQuadBroadcast(value, 0u);
    result[5u * i + 1u] = subgroupQuadBroadcast(value, 3u);
    result[5u * i + 2u] = subgroupQuadSwapHorizontal(value);
    result[5u * i + 3u] = subgroupQuadSwapVertical(value);
    result[5u * i + 4u] = subgroupQuadSwapDiagonal(value);
}
