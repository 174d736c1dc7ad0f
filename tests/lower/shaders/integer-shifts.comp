#version 460

// Shifts, signed and unsigned.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int a = values[i];
    int n = int(i);
    result[i] = ivec2(a >> n, int(uint(a) >> n) ^ (a << n));
}
