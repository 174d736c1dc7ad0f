#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_clustered : require

// Reductions within clusters of 1, 2 and 4 lanes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[128]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[4u * i + 0u] = subgroupClusteredAdd(value, 1u);
    result[4u * i + 1u] = subgroupClusteredAdd(value, 2u);
    result[4u * i + 2u] = subgroupClusteredMax(value, 4u);
    result[4u * i + 3u] = subgroupClusteredXor(uvec2(value, i), 4u).y;
}
