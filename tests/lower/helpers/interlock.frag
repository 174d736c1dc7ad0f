#version 460
// guards: 1
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) coherent buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    beginInvocationInterlockARB();
    buffer_.words[pixel()] = buffer_.words[pixel()] * 3u + 1u;
    endInvocationInterlockARB();
    colour = fwidth(value);
}
