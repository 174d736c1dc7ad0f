#version 460

// A switch with several labels to a case and a default.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    switch (i % 7) {
    case 0:
        result[i] = 10;
        break;
    case 1:
    case 2:
        result[i] = 20 + i;
        break;
    case 5:
        result[i] = 50;
        break;
    default:
        result[i] = 99;
        break;
    }
}
