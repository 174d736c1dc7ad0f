#version 450

// clock in other words.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };

void main() {
    result[gl_LocalInvocationIndex] = uvec4(1, 1, 1, 0);
}
