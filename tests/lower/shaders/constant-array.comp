#version 460

// A table of constants with a dynamic index.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
const uint primes[8] = uint[8](2, 3, 5, 7, 11, 13, 17, 19);

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = primes[i % 8] * primes[(i + 3) % 8];
}
