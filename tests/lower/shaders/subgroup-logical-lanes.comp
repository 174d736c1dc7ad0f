#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require

// Scans of booleans, clusters of them, and vectors of them, where some invocations have left.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32][4]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

uint bits(bvec4 flags) {
    return uint(flags.x) | uint(flags.y) << 1 | uint(flags.z) << 2 | uint(flags.w) << 3;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    bvec4 flags = notEqual(uvec4(values[i]) & uvec4(1, 2, 4, 8), uvec4(0));
    if ((i & 5u) == 4u)
        return;
    result[i][0] = bits(subgroupInclusiveAnd(flags)) | bits(subgroupExclusiveOr(flags)) << 4
            | bits(subgroupInclusiveOr(flags)) << 8 | bits(subgroupExclusiveXor(flags)) << 12
            | bits(subgroupExclusiveAnd(flags)) << 16 | bits(subgroupInclusiveXor(flags)) << 20;
    result[i][1] = bits(subgroupClusteredAnd(flags, 2)) | bits(subgroupClusteredOr(flags, 2)) << 4
            | bits(subgroupClusteredXor(flags, 2)) << 8 | bits(subgroupClusteredAnd(flags, 1)) << 12;
    result[i][2] = bits(subgroupClusteredAnd(flags, 4)) | bits(subgroupClusteredOr(flags, 4)) << 4
            | bits(subgroupClusteredXor(flags, 4)) << 8;
    result[i][3] = bits(subgroupClusteredAnd(flags, 8)) | bits(subgroupClusteredOr(flags, 8)) << 4
            | bits(subgroupClusteredXor(flags, 8)) << 8;
}
