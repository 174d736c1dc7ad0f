#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require

// Sixty-four-bit and double values between lanes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[160]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    uint64_t wide = uint64_t(value) * 0x100000001ul + i;
    uint64_t other = subgroupShuffleXor(wide, 3u), sum = subgroupAdd(wide);
    result[5u * i + 0u] = uint(other);
    result[5u * i + 1u] = uint(other >> 32);
    result[5u * i + 2u] = uint(sum);
    result[5u * i + 3u] = uint(sum >> 32);
    result[5u * i + 4u] = uint(subgroupMax(double(value) * 0.5));
}
