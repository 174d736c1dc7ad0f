// The sums of the first values of a workgroup, each step from twice as far. Bug: the barrier between reading and writing is missing.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 4) in;
#ifdef LARGE
const uint SIZE = 64u;
#else
const uint SIZE = 4u;
#endif
DATA { uint last; } data;
shared uint part[SIZE];
void main() {
    part[LOCAL] = 1u;
    for (uint distance = 1u; distance < SIZE; distance *= 2u) {
        barrier();
        uint other = LOCAL >= distance ? part[LOCAL - distance] : 0u;
#ifndef BUG
        barrier();
#endif
        part[LOCAL] += other;
    }
    if (LOCAL == SIZE - 1u)
        data.last = part[LOCAL];
}
