#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_rotate : require
#extension GL_EXT_expect_assume : require

// SPV_KHR_subgroup_rotate, in whole subgroups and clusters; SPV_KHR_expect_assume.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i] & 0xFFFFu;
    uint rotated = subgroupRotate(value, 3) + 5u * subgroupClusteredRotate(value, 1, 4);
    assumeEXT(value < 0x10000u);
    if (expectEXT(value > 100u, true))
        rotated ^= 0x10000u;
    values[i] = rotated;
}
