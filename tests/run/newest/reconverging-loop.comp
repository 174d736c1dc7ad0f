#version 460
#extension GL_EXT_maximal_reconvergence : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// SPV_KHR_maximal_reconvergence: who skips the sum of one iteration must not meet, in the next one, those that are still
// in the first. Loops end after different numbers of iterations; behind them all meet again.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() [[maximally_reconverges]] {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i], sums = 0u;
    for (uint n = 0u; n < 2u + value % 3u; n++) {
        if ((value >> (n + 2u) & 1u) != 0u)
            continue;
        sums = sums * 33u + subgroupAdd(1u);
    }
    values[i] = sums + 40000000u * subgroupAdd(sums % 2u);
}
