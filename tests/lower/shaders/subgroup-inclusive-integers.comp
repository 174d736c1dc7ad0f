#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// The inclusive scans of unsigned and signed integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[320]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[10u * i + 0u] = subgroupInclusiveAdd(value);
    result[10u * i + 1u] = subgroupInclusiveMul(value);
    result[10u * i + 2u] = subgroupInclusiveMin(value);
    result[10u * i + 3u] = subgroupInclusiveMax(value);
    result[10u * i + 4u] = subgroupInclusiveAnd(value);
    result[10u * i + 5u] = subgroupInclusiveOr(value);
    result[10u * i + 6u] = subgroupInclusiveXor(value);
    result[10u * i + 7u] = uint(subgroupInclusiveAdd(int(value)));
    result[10u * i + 8u] = uint(subgroupInclusiveMin(int(value)));
    result[10u * i + 9u] = uint(subgroupInclusiveMax(int(value)));
}
