#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// This shader computes the same as composites.spvasm, component by component.
layout(local_size_x = 4) in;
struct Result {
    uint s5[5], s9[9], picked, put[6], eight[8], single[1], back[6], carry[6], chosen[6], copied[6], least[6], dot, votes, stored;
};
layout(set = 0, binding = 0, scalar) buffer B { uint sixes[4][6]; Result results[4]; };

void main() {
    const uint counted[6] = {1, 2, 3, 4, 5, 6}, special[6] = {40, 7, 40, 8, 40, 9};
    // their sum is 41 9 43 12 45 15; turned round, with a 0 in place of 9; and component 1 is component 3
    const uint other[6] = {15, 43, 12, 43, 0, 41};
    uint i = gl_LocalInvocationIndex, sum = 0u, below = 0u;
    uint v[6] = sixes[i];
    uint few[4] = {v[0], other[1], v[5], other[5]};
    uint s5[5] = {v[5], few[0], v[0], few[3], few[1]};
    results[i].s5 = s5;
    uint s9[9] = {v[5], s5[0], v[4], s5[1], v[3], s5[2], v[2], s5[3], v[1]}, n9[9] = {v[i], i, few[0], few[1], few[2], few[3], v[i], i, v[5]};
    for (uint k = 0u; k < 9u; k++)
        results[i].s9[k] = s9[k] + n9[k];
    results[i].picked = v[i] + v[5];
    uint put[6] = other;
    put[i] = v[i];
    put[5] = i;
    results[i].put = put;
    results[i].eight = uint[8](v[i], i, v[i], v[i], i, i, v[5], i);
    results[i].single = uint[1](v[i] + v[i]);
    uint back[6], both[6];
    for (uint k = 0u; k < 3u; k++) {
        uvec2 words = unpackUint2x32(packUint2x32(uvec2(v[2u * k], v[2u * k + 1u])) * 5ul);
        back[2u * k] = words.x;
        back[2u * k + 1u] = words.y;
    }
    results[i].back = back;
    for (uint k = 0u; k < 6u; k++) {
        uint carry, high, low;
        uaddCarry(v[k], back[k], carry);
        umulExtended(v[k], 9u, high, low);
        results[i].carry[k] = carry + high;
        both[k] = (i & 1u) == 1u ? v[i] - 40u : v[k] + special[k];
        results[i].chosen[k] = (i & 1u) == 1u ? both[k] : v[k];
        results[i].copied[k] = v[k];
        results[i].least[k] = min(v[k], both[k]);
        sum += v[k] * counted[k];
        below += v[k] < both[k] ? 1u : 0u;
    }
    results[i].dot = sum;
    results[i].votes = (below > 0u ? 1u : 0u) | (below == 6u ? 2u : 0u);
    results[i].stored = put[i];
}
