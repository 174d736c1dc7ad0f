#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// The reductions of unsigned and signed integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[320]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[10u * i + 0u] = subgroupAdd(value);
    result[10u * i + 1u] = subgroupMul(value);
    result[10u * i + 2u] = subgroupMin(value);
    result[10u * i + 3u] = subgroupMax(value);
    result[10u * i + 4u] = subgroupAnd(value);
    result[10u * i + 5u] = subgroupOr(value);
    result[10u * i + 6u] = subgroupXor(value);
    result[10u * i + 7u] = uint(subgroupAdd(int(value)));
    result[10u * i + 8u] = uint(subgroupMin(int(value)));
    result[10u * i + 9u] = uint(subgroupMax(int(value)));
}
