// Treiber's stack: each invocation pushes a node and pops one. Bug: a push does not release.
// @Output: forall (%data[2] == INVOCATIONS and %data[1] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint head; uint wrong; uint taken; uint next[5]; uint item[5]; } data;
#ifdef BUG
#define PUSH RELAXED
#else
#define PUSH RELEASE
#endif
void main() {
    uint node = GROUP + 1u, old = LOAD(data.head, RELAXED), seen;
    data.item[node] = 7u;
    for (;;) {
        STORE(data.next[node], old, RELAXED);
        seen = SWAP(data.head, old, node, PUSH, RELAXED);
        if (seen == old)
            break;
        old = seen;
    }
    old = LOAD(data.head, ACQUIRE);
    while (old != 0u) {
        uint next = LOAD(data.next[old], RELAXED);
        seen = SWAP(data.head, old, next, ACQUIRE, ACQUIRE);
        if (seen == old)
            break;
        old = seen;
    }
    if (old != 0u) {
        if (data.item[old] != 7u)
            STORE(data.wrong, 1u, RELAXED);
        ADD(data.taken, 1u, RELAXED);
    }
}
