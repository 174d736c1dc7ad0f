#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// Vectors as arguments, results, chosen values, and what a loop goes round with.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(int, 17) numbers[16]; };

VECTOR(int, 17) turned(VECTOR(int, 17) v, inout VECTOR(int, 17) sum) {
    int first = v[0];
    for (uint k = 0u; k < 16u; k++)
        v[k] = v[k + 1u];
    v[16] = first;
    EACH(17, AT(sum) += AT(v))
    return v;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(int, 17) v = numbers[i], sum = numbers[i + 8u], chosen;
    for (uint k = 0u; k < i; k++)
        v = turned(v, sum);
    chosen = sum;
    if ((i & 1u) == 1u)
        chosen = v;
    EACH(17, AT(numbers[i]) = AT(chosen) - AT(v))
    numbers[i + 8u] = (i & 2u) == 0u ? sum : v;
}
