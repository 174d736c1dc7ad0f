#version 460

// Arrays as parameters and results.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

uint[4] reversed(uint t[4]) {
    return uint[4](t[3], t[2], t[1], t[0]);
}

void main() {
    uint i = gl_LocalInvocationIndex;
    uint t[4] = uint[4](i, 1, 2, 3);
    uint r[4] = reversed(t);
    result[i] = r[0] * 1000 + r[1] * 100 + r[2] * 10 + r[3];
}
