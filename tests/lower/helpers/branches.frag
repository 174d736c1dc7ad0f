#version 460
// guards: 2
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    if (value.x > 0) {
        buffer_.words[pixel()] = 1u;
    } else {
        buffer_.words[64u + pixel()] = 2u;
    }
    colour = dFdx(value * value.y);
}
