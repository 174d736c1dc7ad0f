#version 460
// Nobody asks for the old value, so the store shares its branch. guards: 1
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
    atomicAdd(buffer_.count, 3u);
    buffer_.words[pixel()] = 1u;
    colour = dFdx(value * value);
}
