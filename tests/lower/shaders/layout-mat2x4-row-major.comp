#version 460

// A row-major mat2x4, whole, by column and by element.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, row_major) buffer Result { mat2x4 result[32]; };
layout(set = 0, binding = 1, row_major) readonly buffer Input { mat2x4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    mat2x4 m = values[i];
    m[1] = values[31 - i][0];
    result[i] = m;
    result[i][0][1] = values[i][1][0];
    result[i][1] += values[i][0];
}
