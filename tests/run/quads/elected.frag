#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// The one that is elected writes: it must be one that can.
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint waves; uint lanes; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    uint count = subgroupBallotBitCount(subgroupBallot(true));
    if (subgroupElect()) {
        waves = 1u;
        atomicAdd(lanes, count);
    }
    color = texture(picture, texel.xy);
}
