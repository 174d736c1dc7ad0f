#version 460

// Matrix by vector, vector by matrix, matrix by matrix and by scalar.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    mat3 m = mat3(1, 2, 3, 4, 5, 6, 7, 8, 10);
    mat2x3 n = mat2x3(1, 0, 2, 3, 1, 0) * float(i);
    vec3 v = vec3(i, 1, 2);
    result[i] = m * v + v * m + m * (n * vec2(1, 2));
}
