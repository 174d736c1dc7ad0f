#version 460
// guards: 1
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_buffer_reference : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(buffer_reference) buffer Pointed { uint words[64]; };
layout(set = 0, binding = 0) buffer Buffer { Pointed pointed; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    if (value.x > 0)
        demote;
    if (value.w > -7)
        buffer_.pointed.words[pixel()] = 6u;
    colour = vec4(dFdx(value.x));
}
