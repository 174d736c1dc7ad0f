#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

// amd-ballot in other words.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; uvec4 some[32]; };

uint bits_below(uvec2 mask, uint lane) {
    uint count = 0;
    for (uint i = 0; i < lane; ++i)
        count += (mask[i / 32] >> (i & 31)) & 1;
    return count;
}

void main() {
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, quad = lane & ~3u;
    const uint order[4] = uint[](1, 3, 0, 2), other[4] = uint[](1, 3, 2, 0);
    uvec4 v = result[i];
    result[i] = uvec4(subgroupShuffle(v.x, quad + order[lane & 3]), subgroupShuffle(v.y, (((lane & 6) | 1) ^ 2) | (lane & ~31u)),
                      lane == 2 ? v.y : v.x, bits_below(v.wz, lane));
    uint moved = subgroupShuffle(v.x, quad + other[lane & 3]);
    if ((i & 1) == 0)
        some[i] = uvec4((other[lane & 3] & 1) == 0 ? moved : 0, 0, 0, 0);
}
