#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// These operations make one number of a vector: sums of products, lengths, distances, all and any. The numbers are whole, so that no order rounds.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(int, 9) numbers[8]; float results[16]; uint flags[8]; VECTOR(float, 9) scaled[4]; };
#ifdef PLAIN
float dot(float[9] x, float[9] y) {
    float sum = 0.0;
    EACH(9, sum += AT(x) * AT(y))
    return sum;
}
float length(float[9] x) { return sqrt(dot(x, x)); }
bool any(bool[9] x) {
    bool found = false;
    EACH(9, found = found || AT(x))
    return found;
}
bool all(bool[9] x) {
    bool found = true;
    EACH(9, found = found && AT(x))
    return found;
}
#endif

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(float, 9) a, b, c;
    VECTOR(bool, 9) less;
    EACH(9, AT(a) = CAST(float, 9, AT(numbers[i]) & 63))
    EACH(9, AT(b) = CAST(float, 9, AT(numbers[i + 4]) & 31))
    EACH(9, AT(c) = AT(a) - AT(b))
    results[i] = dot(a, b);
    results[i + 4] = length(a);
    results[i + 8] = length(c);
    EACH(9, AT(less) = LESS(AT(a), AT(b)))
    flags[i] = uint(any(less)) + 2u * uint(all(less));
    EACH(9, AT(less) = NOT(LESS(AT(a), AT(a))))
    flags[i + 4] = uint(any(less)) + 2u * uint(all(less));
    float size = dot(b, b) + 1.0;
    EACH(9, AT(scaled[i]) = AT(a) * size)
}
