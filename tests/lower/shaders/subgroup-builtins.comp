#version 460
#extension GL_KHR_shader_subgroup_basic : require

// The built-ins of a subgroup.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[5u * i + 0u] = gl_SubgroupSize;
    result[5u * i + 1u] = gl_SubgroupInvocationID;
    result[5u * i + 2u] = gl_SubgroupID;
    result[5u * i + 3u] = gl_NumSubgroups;
    result[5u * i + 4u] = subgroupElect() ? 1u : 0u;
}
