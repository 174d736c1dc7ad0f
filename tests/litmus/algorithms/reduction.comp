// The sum of the values of a workgroup, by halves, in shared memory. Bug: a barrier is missing.
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
DATA { uint sum; } data;
shared uint part[SIZE];
void main() {
    part[LOCAL] = 1u;
#ifndef BUG
    barrier();
#endif
    for (uint stride = SIZE / 2u; stride > 0u; stride /= 2u) {
        if (LOCAL < stride)
            part[LOCAL] += part[LOCAL + stride];
        barrier();
    }
    if (LOCAL == 0u)
        data.sum = part[0];
}
