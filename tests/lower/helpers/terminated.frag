#version 460
// guards: 1
#extension GL_EXT_terminate_invocation : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    float slope = dFdx(value.x * value.y);
    if (value.z > 0)
        terminateInvocation;
    buffer_.words[pixel()] = 12u;
    colour = vec4(slope);
}
