#version 460

// A row-major matrix in a uniform block.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };
layout(set = 0, binding = 1, std140, row_major) uniform Constants { mat3 m; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = m * vec3(i, 1, 2);
}
