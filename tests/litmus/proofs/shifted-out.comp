// Expect: proven unknown unknown
// Because: a write and a write may meet
#version 450
// After 32 shifts x is 0, also in a round whose number times 2 would be 0 again in 32 bits.
layout(local_size_x = 64) in;
layout(push_constant) uniform P { uint n; };
layout(binding = 0) buffer A { uint a[]; };
void main() {
    uint l = gl_LocalInvocationIndex, x = 1u;
    for (uint i = 0u; i < n; i++) {
        if (i == 0x80000000u)
            a[x * l] = l;
        x <<= 2;
    }
}
