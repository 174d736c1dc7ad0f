#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Volatile reads are made though nobody uses what they read, and each of two equal ones.
// expect: #texel.load = 3
// expect: #image.load = 2
// without: call void asm sideeffect "", "v".* =>
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba32f) volatile uniform image2D image;
layout(set = 0, binding = 1, r32ui) volatile uniform uimageBuffer numbers;
layout(set = 0, binding = 2) buffer Results { uvec2 result; };
void main() {
    imageLoad(image, ivec2(1));
    imageLoad(image, ivec2(1));
    imageLoad(numbers, 9);
    result = uvec2(imageLoad(numbers, 2).x, imageLoad(numbers, 2).x);
}
