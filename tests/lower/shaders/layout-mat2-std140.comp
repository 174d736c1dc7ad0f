#version 460

// A mat2 of std140: its columns are 16 bytes apart, read and written one by one.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std140) buffer Result { mat2 result[32]; };
layout(set = 0, binding = 1, std140) buffer Matrices { mat2 m[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i][i & 1u] = m[i][1];
    result[i][1u - (i & 1u)].y = m[i][i & 1u].x;
}
