#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require

// Eight- and sixteen-bit values between lanes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[128]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    uint8_t byte = uint8_t(value);
    int16_t word = int16_t(value);
    result[4u * i + 0u] = uint(subgroupAdd(byte));
    result[4u * i + 1u] = uint(subgroupShuffleXor(byte, 1u));
    result[4u * i + 2u] = uint(int(subgroupMin(word)));
    result[4u * i + 3u] = uint(int(subgroupInclusiveAdd(word)));
}
