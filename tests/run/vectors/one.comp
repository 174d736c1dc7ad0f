#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// Vectors of one component.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(float, 1) floats[16]; VECTOR(uint, 1) words[12]; VECTOR(uint16_t, 1) shorts[4]; float lengths[12]; };
shared VECTOR(uint, 1) kept[4];
#ifdef PLAIN
float length(float[1] x) { return abs(x[0]); }
float dot(float[1] x, float[1] y) { return x[0] * y[0]; }
float[1] normalize(float[1] x) { return float[1](sign(x[0])); }
bool any(bool[1] x) { return x[0]; }
bool all(bool[1] x) { return x[0]; }
#endif

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(float, 1) a = floats[i], b = floats[i + 4], c;
    VECTOR(bool, 1) less;
    EACH(1, AT(c) = AT(a) * AT(b) + 2.0)
    c[0] += a[i & 0u];
    EACH(1, AT(less) = LESS(AT(a), AT(b)))
    EACH(1, AT(floats[i + 8]) = mix(AT(c), AT(a), AT(less)))
    floats[i + 12] = normalize(a);
    lengths[i] = length(b);
    lengths[i + 4] = dot(a, b);
    lengths[i + 8] = float(any(less)) + float(all(less));
    VECTOR(uint, 1) n = words[i];
    EACH(1, AT(n) = AT(n) * 3u + 7u >> 2 ^ CAST(uint, 1, i))
    kept[i] = n;
    barrier();
    EACH(1, AT(words[i + 4]) = bitfieldExtract(AT(n), 3, 8) + AT(kept[3u - i]))
    words[i + 8][0] = n[0] + uint(shorts[i][0]);
    shorts[i][0] = uint16_t(kept[i][0]);
}
