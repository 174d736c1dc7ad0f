#version 460

// A row-major and a column-major matrix in one block.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result {
    layout(row_major) mat3x2 a[32];
    layout(column_major) mat3x2 b[32];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    a[i] = mat3x2(i, 1, 2, 3, 4, 5);
    b[i] = a[i];
}
