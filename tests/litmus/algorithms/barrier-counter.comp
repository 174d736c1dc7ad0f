// A barrier between workgroups by a counter. Bug: what waits does not acquire.
// @Output: forall (%data[1] == 1)
// @Config: 2, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 2) in;
DATA { uint arrived; uint right; uint value[16]; } data;
#ifdef BUG
#define WAIT RELAXED
#else
#define WAIT ACQUIRE
#endif
void main() {
    uint size = GROUPS * gl_WorkGroupSize.x, id = gl_GlobalInvocationID.x;
    data.value[id] = 1u;
    BARRIER;
    if (LOCAL == 0u) {
        ADD(data.arrived, 1u, RELEASE);
        while (LOAD(data.arrived, WAIT) != GROUPS)
            ;
    }
    BARRIER;
    uint other = data.value[size - 1u - id];
    if (id == 0u)
        data.right = other;
}
