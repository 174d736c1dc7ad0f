#version 460

// std140: structures are aligned to 16 bytes, nested ones too.
layout(local_size_x = 32) in;

struct Inner { float a; vec2 b; };
struct Outer { uint c; Inner inner; uint d[2]; };
layout(set = 0, binding = 0, std140) buffer Result { Outer result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = Outer(i, Inner(float(i), vec2(1, 2)), uint[2](i + 1, i + 2));
}
