#version 460

// min, max, clamp, abs and sign of integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int a = values[i];
    uint u = uint(a);
    result[i] = ivec4(min(a, 5), int(max(u, 7u)), clamp(a, -10, 10), sign(a) + int(min(u, 3u)));
}
