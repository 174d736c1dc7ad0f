#version 460
// Descriptors among the arguments: one wait is for all of them. Behind a pointer, each of two is waited for.
// options: --mcpu=CPU --descriptors-by-value --wave=64
// processors: gfx1030 gfx1100 gfx1201
// expect[opt]: #wait.scalar = 1
// never[opt]: wait.scalar ... scalar.load
// without: ptr addrspace\(4\) byref\(\[(32|16) x i8\]\) align 16 => ptr addrspace(4) noundef align 16
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D image;
layout(set = 0, binding = 1, r32ui) uniform uimageBuffer texels;
void main() {
    imageStore(image, ivec2(gl_LocalInvocationIndex), uvec4(1));
    imageStore(texels, int(gl_LocalInvocationIndex), uvec4(2));
}
