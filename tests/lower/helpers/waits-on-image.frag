#version 460
// guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 2, r32ui) uniform uimage2D texels;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint previous = 0u, seen;
    while ((seen = imageAtomicCompSwap(texels, at, previous, 17u)) != previous)
        previous = seen;
    colour = dFdx(value * value.x);
}
