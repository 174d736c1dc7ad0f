#version 460

// A switch over negative values.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int v = values[i] / 0x40000000;
    switch (v) {
    case -2:
        result[i] = 1;
        break;
    case -1:
        result[i] = 2;
        break;
    case 0:
        result[i] = 3;
        break;
    default:
        result[i] = 4;
    }
}
