#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Votes and sums of the lanes that take a branch.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[64]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    uint votes = 0u, sum = 0u;
    if ((i & 1u) == 0u) {
        votes = subgroupBallotBitCount(subgroupBallot(true));
        sum = subgroupAdd(value);
    }
    result[2u * i + 0u] = votes;
    result[2u * i + 1u] = sum;
}
