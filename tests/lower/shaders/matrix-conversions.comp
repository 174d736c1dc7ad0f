#version 460

// Matrices made from matrices of another size.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { mat4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    mat2 a = mat2(i, 1, 2, 3);
    mat4 b = mat4(a);
    b[3] = vec4(mat2x4(b)[1].xy, 5, 6);
    result[i] = b;
}
