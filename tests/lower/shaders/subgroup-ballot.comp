#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Ballots, and what is asked of them.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[320]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    uvec4 votes = subgroupBallot((value & 3u) != 1u || subgroupElect());
    result[10u * i + 0u] = votes.x;
    result[10u * i + 1u] = votes.y;
    result[10u * i + 2u] = votes.z | votes.w;
    result[10u * i + 3u] = subgroupInverseBallot(votes) ? 1u : 0u;
    result[10u * i + 4u] = subgroupBallotBitExtract(votes, (i * 5u) % gl_SubgroupSize) ? 1u : 0u;
    result[10u * i + 5u] = subgroupBallotBitCount(votes);
    result[10u * i + 6u] = subgroupBallotInclusiveBitCount(votes);
    result[10u * i + 7u] = subgroupBallotExclusiveBitCount(votes);
    result[10u * i + 8u] = subgroupBallotFindLSB(votes);
    result[10u * i + 9u] = subgroupBallotFindMSB(votes);
}
