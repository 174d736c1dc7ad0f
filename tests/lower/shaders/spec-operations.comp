#version 460

// Operations on specialization constants.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(constant_id = 0) const int a = 13;
layout(constant_id = 1) const int b = 4;
const int quotient = a / b;
const int remainder = a % b;
const int shifted = (a << 3) ^ (b >> 1);
const bool less = a < b;
const int chosen = less ? quotient : remainder;

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = uint(quotient + remainder * 10 + shifted * 100 + chosen * 1000) + i;
}
