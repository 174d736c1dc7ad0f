#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require

// Reductions of narrow and wide types by those that take a branch; of what is the same in all. The last wave is not full.
layout(local_size_x = 36) in;

layout(set = 0, binding = 0) buffer Result { uint64_t result[720]; };
layout(set = 0, binding = 1) readonly buffer Input { uint64_t values[36]; };

void main() {
    uint i = gl_LocalInvocationIndex, place = 20u * i;
    uint64_t value = values[i] * 0x9E3779B97F4A7C15ul + i;
    if (i % 7u != 3u) {
        result[place++] = uint64_t(subgroupAdd(uint8_t(value)));
        result[place++] = uint64_t(int64_t(subgroupMin(int8_t(value))));
        result[place++] = uint64_t(subgroupXor(uint8_t(value)));
        result[place++] = uint64_t(subgroupMin(uint16_t(value)));
        result[place++] = uint64_t(int64_t(subgroupMax(int16_t(value))));
        result[place++] = uint64_t(subgroupOr(uint16_t(value)));
        result[place++] = subgroupAdd(value);
        result[place++] = subgroupMin(value);
        result[place++] = subgroupMax(value);
        result[place++] = uint64_t(subgroupMin(int64_t(value)));
        result[place++] = uint64_t(subgroupMax(int64_t(value)));
        result[place++] = subgroupAnd(value | 0xFF00FF00000000FFul);
        int number = int(value & 31ul) - 16; // sums of small whole numbers are exact in any order
        result[place++] = uint64_t(int64_t(subgroupAdd(float16_t(number))));
        result[place++] = uint64_t(int64_t(subgroupMin(float16_t(number))));
        result[place++] = uint64_t(int64_t(subgroupMax(double(number))));
        result[place++] = uint64_t(int64_t(subgroupAdd(double(number))));
        uvec2 vector = subgroupAdd(uvec2(value, value >> 32));
        result[place++] = uint64_t(vector.x ^ vector.y);
    } else
        result[place] = uint64_t(subgroupAdd(uint(value)));
    place = 20u * i + 18u;
    result[place++] = uint64_t(subgroupAdd(uint(values[0])));
    result[place++] = uint64_t(subgroupXor(uint(values[0])));
}
