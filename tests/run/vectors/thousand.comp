#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// The most components that there are.
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, scalar) buffer B { VECTOR(uint, 1024) numbers[4]; uint picked[4]; };
layout(push_constant) uniform P { uint place; };

void main() {
    uint i = gl_LocalInvocationIndex;
#ifdef PLAIN // drivers keep no such array in registers
#define a numbers[i]
#else
    VECTOR(uint, 1024) a = numbers[i];
#endif
    EACH(1024, AT(numbers[i + 2u]) = AT(a) * 3u + i)
    picked[i] = a[(place + i) % 1024u];
    numbers[i][1023] = a[0];
}
