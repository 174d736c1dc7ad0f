#version 450
// Image and buffer writes mixed: LLVM guards the one itself, the translation the other.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D marks;
layout(set = 0, binding = 3, rgba8) uniform writeonly image2D copies;
layout(set = 0, binding = 4, r32ui) uniform uimageBuffer texels;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    imageStore(copies, ivec2(index), texel);
    counts[index] = imageAtomicAdd(marks, ivec2(index), 1u);
    imageStore(texels, index, uvec4(5u));
    imageAtomicMax(texels, index + 1, 9u);
    color = texture(picture, texel.xy);
}
