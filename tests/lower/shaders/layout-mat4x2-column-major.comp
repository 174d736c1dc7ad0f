#version 460

// A column-major mat4x2 in std430.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { mat4x2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { mat4x2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[31 - i] * 2.0;
}
