#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// Reductions and scans of booleans.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    bool flag = (value & 2u) != 0u;
    result[5u * i + 0u] = subgroupAnd(flag) ? 1u : 0u;
    result[5u * i + 1u] = subgroupOr(flag) ? 1u : 0u;
    result[5u * i + 2u] = subgroupXor(flag) ? 1u : 0u;
    result[5u * i + 3u] = subgroupInclusiveXor(flag) ? 1u : 0u;
    result[5u * i + 4u] = subgroupExclusiveAnd(flag) ? 1u : 0u;
}
