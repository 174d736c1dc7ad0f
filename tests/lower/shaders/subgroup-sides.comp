#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Both sides of a branch call one function, and so do two operations that differ: each counts its own invocations. The
// function is long enough that compilers lay out its copies as they like.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[64]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[64]; };

#define MIX(n) x = x * (2u * n + 3u) + (x >> (n % 13u + 1u));
#define MIX_5(n) MIX(n) MIX(n + 1u) MIX(n + 2u) MIX(n + 3u) MIX(n + 4u)
#define MIX_25(n) MIX_5(n) MIX_5(n + 5u) MIX_5(n + 10u) MIX_5(n + 15u) MIX_5(n + 20u)

uint count(uint x) {
    uint given = x;
    MIX_25(0u) MIX_25(25u) MIX_25(50u) MIX_25(75u) MIX_25(100u) MIX_25(125u)
    return subgroupBallot(x != given).x;
}

void main() {
    uint i = gl_LocalInvocationIndex, counted;
    if (i % 4u == 0u)
        counted = count(values[i] | 1u);
    else
        counted = count(values[i + 32u] | 1u) + 1000u;
    result[i] = counted;
    result[i + 32u] = subgroupBallot((i & 1u) == 0u).x;
}
