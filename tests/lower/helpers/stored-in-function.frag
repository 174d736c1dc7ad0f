#version 460
// The function does not know who calls it. guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void put(uint at, uint word) {
    if (value.w > -7)
        buffer_.words[at] = word;
}
void main() {
    put(pixel(), 9u);
    colour = fwidth(value);
    put(64u + pixel(), 10u);
    colour += dFdx(value);
}
