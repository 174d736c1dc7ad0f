#version 460

// Two variables that change places in each iteration.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint a = 1, b = 2;
    for (uint k = 0; k < i; ++k) {
        uint t = a;
        a = b;
        b = t;
    }
    result[i] = a * 10 + b;
}
