#version 460
// An atomic on floats may be a loop around a compare-exchange. guards: 1
#extension GL_EXT_shader_atomic_float : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 2, r32f) uniform image2D texels;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    imageAtomicAdd(texels, ivec2(gl_FragCoord.xy), 0.5);
    colour = dFdx(value);
}
