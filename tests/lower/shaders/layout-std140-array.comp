#version 460

// std140: an array of floats has a stride of 16 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std140) buffer Result { float result[32]; };
layout(set = 0, binding = 1, std140) readonly buffer Input { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[31 - i] * 2.0;
}
