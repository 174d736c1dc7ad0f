#version 460
// The one that is elected is no helper invocation: it would not count. guards: 1 code-not: v_readfirstlane
#extension GL_KHR_shader_subgroup_basic : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    colour = dFdx(value);
    if (subgroupElect())
        atomicAdd(buffer_.count, 1u);
    colour += dFdy(value);
}
