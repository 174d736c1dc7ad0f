#version 460
// The second store must not pass the load, nor the first come behind it. guards: 2
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    buffer_.words[pixel()] = 13u;
    uint seen = buffer_.words[pixel() & 62u];
    buffer_.words[64u + pixel()] = pixel() % 2u == 0u ? seen : 0u;
    colour = fwidth(value);
}
