#version 460

// abs, max and clamp of integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { ivec4 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { ivec2 a[32]; };
layout(set = 0, binding = 2) buffer Block2 { uvec2 b[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    ivec2 x = a[i];
    uvec2 y = b[i];
    result[i] = ivec4(abs(x.x), max(x.x, x.y), clamp(y, uvec2(3u), uvec2(900u)));
}
