// A ring: every other workgroup puts an element into the next place, each other one takes the next. They are alike but
// for their numbers, which they write. Bug: an element is not released.
// @Output: forall (%data[2] == INVOCATIONS)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint puts; uint takes; uint done; uint ready[16]; uint slot[16]; uint taken[16]; } data;
#ifdef BUG
#define READY RELAXED
#else
#define READY RELEASE
#endif
void main() {
    uint me = GROUP;
    if (me % 2u == 0u) {
        uint at = ADD(data.puts, 1u, RELAXED);
        data.slot[at] = me + 5u;
        STORE(data.ready[at], 1u, READY);
    } else {
        uint at = ADD(data.takes, 1u, RELAXED);
        while (LOAD(data.ready[at], ACQUIRE) == 0u) {
        }
        data.taken[me] = data.slot[at];
    }
    ADD(data.done, 1u, RELAXED);
}
