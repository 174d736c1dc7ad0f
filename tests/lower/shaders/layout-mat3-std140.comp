#version 460

// A mat3 in std140: three columns of 16 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std140) buffer Result { mat3 result[32]; };
layout(set = 0, binding = 1, std140) readonly buffer Input { mat3 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = transpose(values[i]);
}
