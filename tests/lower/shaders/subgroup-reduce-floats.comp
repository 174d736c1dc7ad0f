#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// Reductions of floats; small whole numbers, so that the order does not matter.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    float number = float(int(value & 255u) - 100);
    float sign_of = (value & 1u) == 0u ? 1.0 : -2.0;
    result[5u * i + 0u] = floatBitsToUint(subgroupAdd(number));
    result[5u * i + 1u] = floatBitsToUint(subgroupMin(number));
    result[5u * i + 2u] = floatBitsToUint(subgroupMax(number));
    result[5u * i + 3u] = floatBitsToUint(subgroupMul(sign_of));
    result[5u * i + 4u] = floatBitsToUint(subgroupAdd(vec3(number, -number, 2.0)).y);
}
