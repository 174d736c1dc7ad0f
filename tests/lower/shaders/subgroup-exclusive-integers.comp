#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// The exclusive scans of unsigned and signed integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[320]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[10u * i + 0u] = subgroupExclusiveAdd(value);
    result[10u * i + 1u] = subgroupExclusiveMul(value);
    result[10u * i + 2u] = subgroupExclusiveMin(value);
    result[10u * i + 3u] = subgroupExclusiveMax(value);
    result[10u * i + 4u] = subgroupExclusiveAnd(value);
    result[10u * i + 5u] = subgroupExclusiveOr(value);
    result[10u * i + 6u] = subgroupExclusiveXor(value);
    result[10u * i + 7u] = uint(subgroupExclusiveAdd(int(value)));
    result[10u * i + 8u] = uint(subgroupExclusiveMin(int(value)));
    result[10u * i + 9u] = uint(subgroupExclusiveMax(int(value)));
}
