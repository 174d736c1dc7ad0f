#version 460

// A local matrix with dynamic column and component.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    mat4 m = mat4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    m[i % 4][i / 4 % 4] = 100.0;
    result[i] = m[i % 4].x + m[1][i % 4];
}
