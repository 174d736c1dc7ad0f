#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_ballot : require
// options: --convergence=tokens
// Convergence tokens, which the optimizer must keep: samples used in part and with a bias of 0, shuffles in a pattern.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    counts[0] = subgroupBallotBitCount(subgroupBallot(texel.x > 0.5));
    float sum = subgroupShuffleXor(texel.y, 1u) + subgroupClusteredAdd(texel.x, 16u);
    for (int i = 0; i < index; i++) {
        sum += texture(picture, texel.xy * float(i), 0.0).z + textureQueryLod(picture, texel.xy).y;
        if (subgroupElect())
            counts[i] = floatBitsToUint(sum);
    }
    color = texture(picture, texel.xy + sum) + texture(picture, vec2(0.5)).x;
}
