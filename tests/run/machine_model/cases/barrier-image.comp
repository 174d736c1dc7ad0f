#version 450
// The same of an image.
// run: --local 2 --subgroup 1
// without[through gfx1030 gfx1100 gfx1201]: /^ *fence /d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, r32ui) coherent uniform uimage2D image;
layout(set = 0, binding = 1) buffer Result { uint results[2]; };
void main() {
    int i = int(gl_LocalInvocationIndex);
    imageStore(image, ivec2(i, 1), uvec4(i + 1));
    memoryBarrier();
    barrier();
    memoryBarrier();
    results[i] = imageLoad(image, ivec2(i ^ 1, 1)).x;
}
