#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// GLSL.std.450, number by number.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(float, 6) numbers[8]; VECTOR(float, 6) results[32]; VECTOR(int, 6) exponents[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(float, 6) a, b, w;
    VECTOR(int, 6) e;
    EACH(6, AT(a) = fract(abs(AT(numbers[i]))) + 0.5)
    EACH(6, AT(b) = fract(abs(AT(numbers[i + 4]))) + 0.25)
    EACH(6, AT(results[i]) = sqrt(AT(a)) + inversesqrt(AT(b)))
    EACH(6, AT(results[i + 4]) = exp2(AT(a)) + log2(AT(b)))
    EACH(6, AT(results[i + 8]) = mix(AT(a), AT(b), 0.25) + step(AT(a), AT(b)))
    EACH(6, AT(results[i + 12]) = smoothstep(0.25, 1.5, AT(a)) + fma(AT(a), AT(b), AT(a)))
    EACH(6, AT(results[i + 16]) = floor(AT(a) * 5.0) + ceil(AT(b) * 3.0) + roundEven(AT(a) * 2.5) + trunc(AT(b) * 9.0))
    EACH(6, AT(results[i + 20]) = frexp(AT(a) * 64.0, AT(e)))
    EACH(6, AT(exponents[i]) = AT(e))
    EACH(6, AT(results[i + 24]) = modf(AT(a) * 5.0, AT(w)) + ldexp(AT(b), AT(e)))
    EACH(6, AT(results[i + 28]) = AT(w) + clamp(AT(a), 0.75, 1.0) + mod(AT(a) * 8.0, 3.0) + pow(AT(a), AT(b)))
}
