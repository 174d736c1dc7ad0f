#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require

// subgroupAll, subgroupAny, subgroupAllEqual.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[5u * i + 0u] = subgroupAll(value < 0xffffffffu) ? 1u : 0u;
    result[5u * i + 1u] = subgroupAll((value & 1u) == 0u) ? 1u : 0u;
    result[5u * i + 2u] = subgroupAny((value & 7u) == 3u) ? 1u : 0u;
    result[5u * i + 3u] = subgroupAllEqual(value) ? 1u : 0u;
    result[5u * i + 4u] = subgroupAllEqual(vec2(float(i / 64u), 1.5)) ? 1u : 0u;
}
