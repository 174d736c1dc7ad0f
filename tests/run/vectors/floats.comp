#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// Arithmetic of vectors of 5 and 7 floats, with scalars too; components by a number that the invocation has.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(float, 5) fives[12]; VECTOR(float, 7) sevens[8]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(float, 5) a = fives[i], b = fives[i + 4], c;
    a[i] += 1.0;
    EACH(5, AT(c) = AT(a) * AT(b) + a[3])
    EACH(5, AT(fives[i]) = AT(c) - AT(a) * 0.5)
    EACH(5, AT(fives[i + 8]) = -AT(c) / (abs(AT(b)) + 1.0))
    VECTOR(float, 7) d = sevens[i];
    d[6 - i] = d[i] * 2.0;
    EACH(7, AT(sevens[i + 4]) = max(AT(d), b[4]))
    sevens[i][5] = b[i + 1];
}
