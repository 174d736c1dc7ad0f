// The queue lock of Mellor-Crummey and Scott around a counter: each invocation spins on a word of its own. Bug: what hands the lock on does not release.
// @Output: forall (%data[1] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint tail; uint counter; uint next[9]; uint locked[9]; } data;
#ifdef BUG
#define HAND_ON RELAXED
#else
#define HAND_ON RELEASE
#endif
void main() {
    uint me = GROUP + 1u;
    STORE(data.next[me], 0u, RELAXED);
    STORE(data.locked[me], 1u, RELAXED);
    uint before = EXCHANGE(data.tail, me, BOTH);
    if (before != 0u) {
        STORE(data.next[before], me, RELEASE);
        while (LOAD(data.locked[me], ACQUIRE) != 0u)
            ;
    }
    data.counter = data.counter + 1u;
    uint after = LOAD(data.next[me], ACQUIRE);
    if (after == 0u) {
        if (SWAP(data.tail, me, 0u, RELEASE, RELAXED) == me)
            return;
        while ((after = LOAD(data.next[me], ACQUIRE)) == 0u)
            ;
    }
    STORE(data.locked[after], 0u, HAND_ON);
}
