// A workgroup counts how often each of four values comes, in shared memory. Bug: nobody waits for the bins to be empty.
// @Output: forall (%data[0][0] == QUARTER)
// @Config: 8, 1, 1
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 8) in;
DATA { uint bin[4]; } data;
shared uint bins[4];
void main() {
    if (LOCAL < 4u)
        bins[LOCAL] = 0u;
#ifndef BUG
    barrier();
#endif
    atomicAdd(bins[LOCAL % 4u], 1u, gl_ScopeWorkgroup, RELAXED);
    barrier();
    if (LOCAL < 4u)
        data.bin[LOCAL] = bins[LOCAL];
}
