#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// From each kind of number to others: to wider and narrower ones, floats and integers.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B {
    VECTOR(float, 5) floats[4];
    VECTOR(float16_t, 5) halves[4];
    VECTOR(double, 5) doubles[4];
    VECTOR(int, 5) ints[4];
    VECTOR(uint8_t, 5) bytes[4];
    VECTOR(int64_t, 5) longs[4];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(int, 5) n;
    EACH(5, AT(n) = AT(ints[i]) & 1023)
    VECTOR(float, 5) f;
    EACH(5, AT(f) = CAST(float, 5, AT(n)) * 0.25)
    EACH(5, AT(floats[i]) = AT(f))
    EACH(5, AT(halves[i]) = CAST(float16_t, 5, AT(f)) + CAST(float16_t, 5, AT(n) & 7))
    EACH(5, AT(doubles[i]) = CAST(double, 5, AT(f)) + CAST(double, 5, AT(n)))
    EACH(5, AT(bytes[i]) = CAST(uint8_t, 5, AT(n)) + CAST(uint8_t, 5, CAST(uint, 5, AT(f))))
    EACH(5, AT(longs[i]) = CAST(int64_t, 5, AT(n) - 512) * CAST(int64_t, 5, AT(f)))
    EACH(5, AT(ints[i]) = floatBitsToInt(AT(f)) + CAST(int, 5, AT(f)))
}
