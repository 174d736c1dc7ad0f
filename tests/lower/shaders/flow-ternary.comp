#version 460

// Selection of scalars, vectors and structures.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec2 result[32]; };

struct Pair { uint a; float b; };

void main() {
    uint i = gl_LocalInvocationIndex;
    Pair p = i < 16 ? Pair(i, 2.0) : Pair(32 - i, 4.0);
    uvec2 v = i % 2 == 0 ? uvec2(p.a, 1) : uvec2(2, p.a);
    result[i] = v * uint(p.b);
}
