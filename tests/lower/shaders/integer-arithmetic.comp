#version 460

// Unsigned arithmetic.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint a = values[i].x, b = values[i].y | 1u;
    result[i] = (a + b) ^ (a - b) ^ (a * b) ^ (a / b) ^ (a % b);
}
