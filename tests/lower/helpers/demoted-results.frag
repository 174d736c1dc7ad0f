#version 460
// guards: 2
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    if (value.x > 0)
        demote;
    uint before = atomicExchange(buffer_.words[pixel()], 5u);
    uint then = atomicCompSwap(buffer_.words[pixel()], 5u, 6u);
    colour = vec4(before & 255u, then, value.y, dFdx(value.z));
}
