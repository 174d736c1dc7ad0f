#version 460

// break and continue in nested loops.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint n = 0;
    for (uint a = 0; a < 10; ++a) {
        if (a == i % 10)
            continue;
        for (uint b = 0; b < 10; ++b) {
            if (b > a)
                break;
            n += a * b;
        }
        if (n > 100)
            break;
    }
    result[i] = n;
}
