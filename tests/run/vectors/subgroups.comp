#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require

// Operations of a subgroup on each component.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(uint, 5) words[32]; VECTOR(uint, 5) results[128]; VECTOR(float, 6) floats[32]; uint votes[32]; };
#ifdef PLAIN
bool subgroupAllEqual(uint[5] x) {
    bool equal = true;
    EACH(5, equal = subgroupAllEqual(AT(x)) && equal)
    return equal;
}
#endif

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(uint, 5) a, b;
    EACH(5, AT(a) = AT(words[i]) & 0xFFFFu)
    EACH(5, AT(results[i]) = subgroupAdd(AT(a)))
    EACH(5, AT(results[i + 32]) = subgroupExclusiveMax(AT(a)))
    EACH(5, AT(results[i + 64]) = subgroupShuffleXor(AT(a), 1u) + subgroupBroadcastFirst(AT(a)))
    EACH(5, AT(b) = subgroupBroadcast(AT(a), 3u))
    EACH(5, AT(results[i + 96]) = AT(b) + subgroupInclusiveOr(AT(a)))
    EACH(6, AT(floats[i]) = subgroupMin(AT(floats[i])))
    votes[i] = uint(subgroupAllEqual(a)) + 2u * uint(subgroupAllEqual(b));
}
