#version 460

// Atomics on a storage texel buffer.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, r32ui) uniform uimageBuffer words;
layout(set = 0, binding = 1, r32i) uniform iimageBuffer numbers;
layout(set = 0, binding = 2) buffer Result { uvec2 result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    result[i].x = imageAtomicAdd(words, int(4u * i), i);
    result[i].y = uint(imageAtomicMax(numbers, int(i), int(i) - 48));
    imageAtomicXor(words, 1, 1u << (i & 31u));
}
