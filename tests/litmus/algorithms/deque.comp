// A deque whose owner takes from one end what a thief may take from the other: its last item goes to one. Bug: the owner takes it without compare-exchange.
// @Output: forall (%data[2] == 1)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint top; uint item; uint taken; } data;
void main() {
    if (GROUP == 0u) {
        data.item = 5u;
        STORE(data.top, 1u, RELEASE);
#ifdef BUG
        if (LOAD(data.top, ACQUIRE) == 1u) {
            STORE(data.top, 2u, RELAXED);
            ADD(data.taken, 1u, RELAXED);
        }
#else
        if (SWAP(data.top, 1u, 2u, BOTH, ACQUIRE) == 1u)
            ADD(data.taken, 1u, RELAXED);
#endif
    } else {
        while (LOAD(data.top, RELAXED) == 0u)
            ;
        if (SWAP(data.top, 1u, 3u, ACQUIRE, RELAXED) == 1u)
            ADD(data.taken, data.item == 5u ? 1u : 8u, RELAXED);
    }
}
