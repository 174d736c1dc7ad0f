#version 460

// Ordered and unordered comparisons, with NaN among the operands.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = values[i], b = i % 4 == 0 ? uintBitsToFloat(0x7fc00000u) : 1.0;
    uint n = 0;
    if (a < b)
        n |= 1;
    if (a >= b)
        n |= 2;
    if (!(a > b))
        n |= 4;
    if (a != b)
        n |= 8;
    if (a == b)
        n |= 16;
    result[i] = n;
}
