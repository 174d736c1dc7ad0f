#version 460
// guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    colour = vec4(0);
    for (uint i = 0u; i < 3u; i++) {
        if (value[i] > -7)
            buffer_.words[64u * i + pixel()] = i;
        colour[i] = dFdx(value[i] * value.x);
    }
}
