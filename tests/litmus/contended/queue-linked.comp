// Michael and Scott's queue: each invocation puts one item in and takes one out. Bug: who takes one does not acquire.
// @Output: forall (%data[3] == INVOCATIONS and %data[2] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint head; uint tail; uint wrong; uint taken; uint next[5]; uint item[5]; } data;
#ifdef BUG
#define LOOK RELAXED
#else
#define LOOK ACQUIRE
#endif
void put(uint node) {
    data.item[node] = 7u;
    for (;;) {
        uint last = LOAD(data.tail, ACQUIRE), next = LOAD(data.next[last], ACQUIRE);
        if (next != 0u) {
            SWAP(data.tail, last, next, BOTH, RELAXED);
        } else if (SWAP(data.next[last], 0u, node, RELEASE, RELAXED) == 0u) {
            SWAP(data.tail, last, node, BOTH, RELAXED);
            return;
        }
    }
}
void take() {
    for (;;) {
        uint first = LOAD(data.head, LOOK), last = LOAD(data.tail, LOOK), next = LOAD(data.next[first], LOOK);
        if (first == last) {
            if (next == 0u)
                return;
            SWAP(data.tail, last, next, BOTH, RELAXED);
        } else if (next != 0u) {
            uint item = data.item[next];
            if (SWAP(data.head, first, next, BOTH, RELAXED) == first) {
                if (item != 7u)
                    STORE(data.wrong, 1u, RELAXED);
                ADD(data.taken, 1u, RELAXED);
                return;
            }
        }
    }
}
void main() {
    put(GROUP + 1u);
    take();
}
