#version 460
// A loop around a compare-exchange ends for helper invocations too, whatever the word is. guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    uint expected = buffer_.words[pixel()];
    uint seen = expected + 1u;
    while (seen != expected) {
        expected = buffer_.words[pixel()];
        seen = atomicCompSwap(buffer_.words[pixel()], expected, (expected & 255u) + 1u);
    }
    colour = dFdx(value * value.x);
}
