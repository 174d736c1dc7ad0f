#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"
#extension GL_EXT_buffer_reference : require

// Vectors behind addresses.
layout(local_size_x = 4) in;
layout(buffer_reference, scalar) buffer Numbers { VECTOR(uint, 5) fives[4]; VECTOR(uint, 10) tens[4]; };
layout(set = 0, binding = 0, scalar) buffer B { Numbers numbers; uint sum[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(uint, 5) five = numbers.fives[i];
    VECTOR(uint, 10) ten = numbers.tens[i];
    EACH(5, AT(numbers.fives[i]) = AT(five) + 1u)
    sum[i] = five[i] + ten[9u - i] + numbers.tens[i][5];
    numbers.tens[i][i] = five[4];
}
