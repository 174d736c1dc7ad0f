#version 460
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

// Vectors in structures, in arrays, in shared memory, in variables of the function; copies of all of these, and components by themselves.
layout(local_size_x = 8) in;
struct Both { uint head; VECTOR(uint, 5) five; VECTOR(uint, 3) three; VECTOR(uint16_t, 7) seven; uint16_t tail; };
layout(set = 0, binding = 0, scalar) buffer B { Both given[8]; Both taken[8]; };
layout(set = 0, binding = 1, scalar) uniform U { VECTOR(uint, 11) eleven; };
shared VECTOR(uint, 5) fives[8];
shared VECTOR(bool, 5) odd[8];
VECTOR(uint, 6) kept[3];

uint last(VECTOR(uint, 11) v) { return v[10]; }

void main() {
    uint i = gl_LocalInvocationIndex;
    Both own = given[i];
    fives[i] = own.five;
    EACH(5, AT(odd[i]) = EQUAL(AT(own.five) & 1u, CAST(uint, 5, 1u)))
    barrier();
    uint other = i ^ 1u;
    VECTOR(uint, 5) five = fives[other];
    five[i % 5u] += last(eleven);
    EACH(6, AT(kept[i % 3u]) = CAST(uint, 6, i) + 1u)
    kept[i % 3u][own.head % 6u] = five[own.head % 5u];
    EACH(5, AT(own.five) = mix(AT(five), AT(own.five), AT(odd[other])))
    own.seven[6] = uint16_t(kept[i % 3u][own.head % 6u]);
    own.head = fives[(i + 3u) % 8u][i % 5u];
    taken[i] = own;
    taken[i].three[2] = eleven[i] + kept[i % 3u][5];
}
