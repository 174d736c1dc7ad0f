#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// All that integers do, of 8, 16, 32 and 64 bits, in 16, 9, 6 and 5 components.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) buffer B {
    VECTOR(uint, 6) words[16];
    VECTOR(int, 6) signs[16];
    VECTOR(uint64_t, 5) longs[8];
    VECTOR(uint16_t, 9) shorts[8];
    VECTOR(int8_t, 16) bytes[8];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(uint, 6) a = words[i], b = words[i + 4], c;
    EACH(6, AT(c) = (AT(a) + AT(b)) * 3u ^ (AT(a) - AT(b)))
    EACH(6, AT(c) = AT(c) / (AT(b) & 7u | 1u) + AT(c) % 5u)
    EACH(6, AT(c) = AT(c) << (AT(a) & 3u) | ~AT(b) >> 2)
    EACH(6, AT(words[i + 8]) = AT(c))
    EACH(6, AT(words[i + 12]) = bitfieldInsert(AT(c), AT(a), 3, 9) + CAST(uint, 6, bitCount(AT(b))))
    VECTOR(int, 6) s = signs[i], t = signs[i + 4], r;
    EACH(6, AT(r) = bitfieldExtract(AT(s), 4, 7) + findMSB(AT(t)) + findLSB(AT(t)))
    EACH(6, AT(r) += AT(s) / (AT(t) & 15 | 1) + clamp(AT(s), -100, 100))
    EACH(6, AT(signs[i + 8]) = AT(r) + sign(AT(t)) * abs(AT(s)))
    EACH(6, AT(signs[i + 12]) = CAST(int, 6, bitfieldReverse(AT(s))) >> 3)
    VECTOR(uint64_t, 5) u = longs[i], v = longs[i + 4];
    EACH(5, AT(longs[i]) = AT(u) * AT(v) + (AT(u) >> 7))
    VECTOR(uint16_t, 9) x = shorts[i], y = shorts[i + 4];
    EACH(9, AT(shorts[i]) = AT(x) * AT(y) + uint16_t(i))
    VECTOR(int8_t, 16) p = bytes[i], q = bytes[i + 4];
    EACH(16, AT(bytes[i]) = min(AT(p), AT(q)) - AT(p) * AT(q))
}
