#version 460

// An array of matrices in an array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { mat2 result[32][3]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = mat2[3](mat2(1), mat2(float(i)), mat2(2, 3, 4, 5));
}
