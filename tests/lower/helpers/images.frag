#version 460
// LLVM keeps helper invocations out of image writes itself; atomics with results have the branch, for what they give. guards: 2
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
layout(set = 0, binding = 2, r32ui) uniform uimage2D texels;
layout(set = 0, binding = 3, r32ui) uniform uimageBuffer list;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    imageStore(texels, at, uvec4(21));
    buffer_.words[pixel()] = 5u;
    imageStore(list, int(pixel()), uvec4(22));
    imageAtomicAdd(texels, at, 2u);
    uint before = imageAtomicOr(list, int(pixel()), 8u);
    colour = vec4(before) + fwidth(value);
}
