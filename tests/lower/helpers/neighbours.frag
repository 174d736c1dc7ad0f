#version 460
// One branch for all three: what stands between them is arithmetic and memory of the invocation. guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    float kept[2] = float[2](value.x, value.y);
    buffer_.words[pixel()] = floatBitsToUint(kept[0]);
    kept[1] *= 2;
    buffer_.words[64u + pixel()] = floatBitsToUint(kept[1] + value.z);
    buffer_.words[128u + pixel()] = floatBitsToUint(floor(kept[1]));
    colour = dFdy(value);
}
