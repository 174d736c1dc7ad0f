#version 460

// Arrays of arrays with dynamic indices.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[4][2][4]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i / 8][i / 4 % 2][i % 4] = values[i];
}
