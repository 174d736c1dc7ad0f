#version 460

// Signed arithmetic.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { ivec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int a = values[i].x / 2, b = (values[i].y & 0xffff) + 1;
    result[i] = (a + b) ^ (a - b) ^ (a * b) ^ (a / b) ^ -a;
}
