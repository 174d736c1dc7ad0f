#version 460

// Volatile, restrict and readonly images.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) volatile uniform uimage2D words;
layout(set = 0, binding = 1, rgba32f) restrict readonly uniform image2D from;
layout(set = 0, binding = 2, rgba32f) restrict writeonly uniform image2D to;

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    imageStore(words, place, uvec4(imageLoad(words, place).x + imageLoad(words, place).x));
    imageStore(to, place.yx, imageLoad(from, place));
}
