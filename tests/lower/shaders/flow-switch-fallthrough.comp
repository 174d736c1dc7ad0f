#version 460

// Falling through cases.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint n = 0;
    switch (i % 5) {
    case 3:
        n += 1000;
    case 2:
        n += 100;
    case 1:
        n += 10;
        break;
    case 4:
        n = 7;
    default:
        n += 1;
    }
    result[i] = n;
}
