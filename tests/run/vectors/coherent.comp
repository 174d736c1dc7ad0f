#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

// Vectors that are made available and visible, of every width of component and at every alignment.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, scalar) workgroupcoherent buffer B { VECTOR(uint, 21) words[8]; VECTOR(double, 5) doubles[8]; };
layout(set = 0, binding = 1, scalar) devicecoherent buffer C { VECTOR(uint8_t, 7) bytes[8]; VECTOR(uint16_t, 6) shorts[8]; };
layout(set = 0, binding = 2, scalar) nonprivate buffer D { VECTOR(uint64_t, 6) longs[8]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    VECTOR(uint, 21) a = words[i];
    VECTOR(double, 5) d = doubles[i];
    VECTOR(uint8_t, 7) b = bytes[i];
    VECTOR(uint16_t, 6) s = shorts[i];
    VECTOR(uint64_t, 6) l = longs[i];
    EACH(21, AT(words[i + 4]) = AT(a) * 3u)
    EACH(5, AT(doubles[i + 4]) = AT(d) + 0.5)
    EACH(7, AT(bytes[i + 4]) = AT(b) ^ uint8_t(85))
    EACH(6, AT(shorts[i + 4]) = AT(s) + AT(s))
    EACH(6, AT(longs[i + 4]) = AT(l) - 1ul)
    words[i][20] = a[0] + uint(s[5]);
}
