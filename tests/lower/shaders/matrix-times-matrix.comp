#version 460

// Products of matrices of different shapes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { mat3 square[32]; };
layout(set = 0, binding = 1) buffer Block1 { mat2x4 oblong[32]; };
layout(set = 0, binding = 2) buffer Block2 { mat3 a[32]; };
layout(set = 0, binding = 3) buffer Block3 { mat3x4 b[32]; };
layout(set = 0, binding = 4) buffer Block4 { mat2x3 c[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    square[i] = a[i] * square[i];
    oblong[i] = b[i] * c[i];
}
