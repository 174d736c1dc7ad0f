#version 460

// in, out and inout parameters.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void mix_up(in uint a, inout uint b, out uint c) {
    c = a + b;
    b += 1;
    a = 0;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    uint a = i, b = 5, c;
    mix_up(a, b, c);
    result[i] = a + b * 100 + c * 10000;
}
