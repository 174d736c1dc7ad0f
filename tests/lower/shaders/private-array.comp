#version 460

// A private array with an initializer and dynamic indices.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
uint table[8] = uint[8](1, 1, 2, 3, 5, 8, 13, 21);

void main() {
    uint i = gl_LocalInvocationIndex;
    table[i % 8] += i;
    result[i] = table[(i + 1) % 8] + table[i % 8];
}
