#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
// Operations of the subgroup between two samples.
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    uvec4 far = subgroupBallot(texel.x > 0.5);
    float sum = subgroupAdd(texel.y), first = subgroupBroadcastFirst(texel.z);
    if (subgroupAny(texel.w > 0.75))
        texel = texture(picture, texel.yx);
    color = texture(picture, texel.xy + vec2(sum, first)) + float(subgroupBallotBitCount(far));
}
