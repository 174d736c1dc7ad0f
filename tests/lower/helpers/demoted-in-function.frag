#version 460
// The branch stands in both functions. guards: 2
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void leave(float x) {
    if (x > 0)
        demote;
    buffer_.words[64u + pixel()] = 8u;
}
void main() {
    if (value.y > 0)
        leave(value.x);
    buffer_.words[pixel()] = 7u;
    colour = fwidth(value);
}
