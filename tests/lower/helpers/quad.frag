#version 460
// guards: 1
#extension GL_KHR_shader_subgroup_quad : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    if (value.w > -7)
        buffer_.words[pixel()] = 3u;
    colour = subgroupQuadSwapHorizontal(value);
}
