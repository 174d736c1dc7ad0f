#version 460

// Functions that call functions, and an overload.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

uint inner(uint v) {
    return v * v;
}

uint outer(uint v) {
    return inner(v) + inner(v + 1);
}

float outer(float v) {
    return v * 0.5 + float(inner(uint(v)));
}

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = outer(i) + uint(outer(float(i)));
}
