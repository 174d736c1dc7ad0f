// A scan over workgroups by look-back: each adds the sums before it until one has a prefix. Bug: the state is read without acquire.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint last; uint state[4]; uint sum[4]; uint prefix[4]; } data;
#ifdef BUG
#define LOOK RELAXED
#else
#define LOOK ACQUIRE
#endif
void main() {
    uint before = 0u, state;
    data.sum[GROUP] = 1u;
    if (GROUP > 0u) {
        STORE(data.state[GROUP], 1u, RELEASE);
        for (uint at = GROUP; at > 0u; at--) {
            do
                state = LOAD(data.state[at - 1u], LOOK);
            while (state == 0u);
            if (state == 2u) {
                before += data.prefix[at - 1u];
                break;
            }
            before += data.sum[at - 1u];
        }
    }
    data.prefix[GROUP] = before + 1u;
    STORE(data.state[GROUP], 2u, RELEASE);
    if (GROUP == GROUPS - 1u)
        data.last = before + 1u;
}
