#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

// subgroupBroadcast of a constant lane and of a uniform one; subgroupBroadcastFirst.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[5u * i + 0u] = subgroupBroadcast(value, 3u);
    result[5u * i + 1u] = floatBitsToUint(subgroupBroadcast(float(value), 5u));
    result[5u * i + 2u] = subgroupBroadcastFirst(value);
    result[5u * i + 3u] = subgroupBroadcast(uvec3(value, i, ~value), 2u).z;
    result[5u * i + 4u] = subgroupBroadcast((value & 1u) == 0u, 1u) ? 1u : 0u;
}
