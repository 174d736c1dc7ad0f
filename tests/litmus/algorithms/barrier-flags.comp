// A barrier between workgroups with flags: the first gathers the others and lets them go. Bug: the first does not gather.
// @Output: forall (%data[0] == 1)
// @Config: 2, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 2) in;
DATA { uint right; uint flag[9]; uint value[9]; } data;
void main() {
    uint size = GROUPS * gl_WorkGroupSize.x, id = gl_GlobalInvocationID.x;
    data.value[id] = 1u;
    if (GROUP == 0u) {
#ifndef BUG
        if (LOCAL < GROUPS - 1u)
            while (LOAD(data.flag[LOCAL], ACQUIRE) == 0u)
                ;
#endif
        BARRIER;
        if (LOCAL < GROUPS - 1u)
            STORE(data.flag[LOCAL], 2u, RELEASE);
    } else {
        BARRIER;
        if (LOCAL == 0u) {
            STORE(data.flag[GROUP - 1u], 1u, RELEASE);
            while (LOAD(data.flag[GROUP - 1u], ACQUIRE) == 1u)
                ;
        }
        BARRIER;
    }
    uint sum = 0u;
    for (uint i = 0u; i < size; i++)
        sum += data.value[i];
    if (id == size - 1u)
        data.right = sum == size ? 1u : 0u;
}
