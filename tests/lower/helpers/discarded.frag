#version 460
#extension GL_EXT_terminate_invocation : require
// guards: 2
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
layout(set = 0, binding = 1) uniform sampler2D image;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    buffer_.words[pixel()] = 11u;
    if (value.z > 0)
        terminateInvocation;
    buffer_.words[64u + pixel()] = 12u;
    colour = texture(image, value.xy);
}
