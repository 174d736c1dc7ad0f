#version 460

// for, while and do-while loops.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint n = 0;
    for (uint k = 0; k < i; ++k)
        n += k;
    while (n > 50)
        n -= 13;
    do {
        n += 3;
    } while (n % 5 != 0);
    result[i] = n;
}
