#version 460
#extension GL_EXT_maximal_reconvergence : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

// SPV_KHR_maximal_reconvergence: sums of those that are in a branch, in both sides of it, and of all behind it.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() [[maximally_reconverges]] {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i] & 0xFFu;
    uint sum = 0;
    if (value % 3u == 0u) {
        sum = subgroupAdd(value);
        if (value % 2u == 0u)
            sum += 1000u * subgroupAdd(1u);
        sum += 100000u * subgroupAdd(1u);
    } else {
        sum = 7u + subgroupMax(value);
    }
    values[i] = sum + 10000000u * subgroupBallotBitCount(subgroupBallot(sum % 2u == 1u));
}
