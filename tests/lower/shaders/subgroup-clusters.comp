#version 460
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require

// Reductions within clusters of 8 to 64 lanes, of each width, among the lanes that branches leave.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[256]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i] % 251u, kept = value * 3u;
    for (uint k = 0u; k < 5u; k++)
        result[32u * k + i] = 0u;
    if (value % 3u != 0u) {
        result[i] = subgroupClusteredAdd(value, 8u) + kept;
        result[32u + i] = uint(subgroupClusteredMul(uint64_t(value | 1u) << 20, 16u) >> 24) + kept;
    } else {
        result[i] = uint(subgroupClusteredMin(int8_t(value), 8u)) + kept;
        result[32u + i] = uint(subgroupClusteredMax(float16_t(value), 16u)) ^ kept;
    }
    if (value % 5u != 0u) {
        uint old = value * 7u;
        result[64u + i] = old + subgroupClusteredXor(value, 32u);
        result[96u + i] = uint(subgroupClusteredAdd(double(value), 16u));
        if ((value & 8u) != 0u)
            result[128u + i] = uint(subgroupClusteredMin(float(value), 64u)) + old;
    }
    result[160u + i] = subgroupClusteredMin(u16vec3(value, kept, i), 64u).y;
    result[192u + i] = subgroupClusteredAnd(~(1u << (value & 31u)), 4u);
    result[224u + i] = uint(subgroupClusteredMax(int64_t(value) - 100l, 2u)) + kept;
}
