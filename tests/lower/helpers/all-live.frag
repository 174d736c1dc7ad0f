#version 460
// Nothing needs a quad, so no helper invocation runs. guards: 0 code-not: s_wqm
#extension GL_KHR_shader_subgroup_ballot : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
layout(set = 0, binding = 1) uniform sampler2D image;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    colour = textureLod(image, value.xy, 0) + textureGather(image, value.xy) + textureGrad(image, value.xy, value.zw, value.xy);
    buffer_.words[pixel()] = 1u;
    atomicAdd(buffer_.count, bitCount(subgroupBallot(true).x) > 0 ? 1u : 0u);
}
