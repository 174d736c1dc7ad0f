#version 460
// Each round may be the one that demotes. guards: 2
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    for (uint i = 0u; i < 4u; i++) {
        buffer_.words[pixel()] = i;
        if (value[i] > float(i))
            demote;
        atomicAdd(buffer_.words[64u + pixel()], 1u);
    }
    colour = dFdy(value);
}
