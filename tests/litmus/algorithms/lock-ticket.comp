// A lock that is taken in the order of tickets, around a counter. Bug: tickets are taken by a load and a store.
// @Output: forall (%data[2] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint next; uint serving; uint counter; } data;
void main() {
#ifdef BUG
    uint ticket = LOAD(data.next, RELAXED);
    STORE(data.next, ticket + 1u, RELAXED);
#else
    uint ticket = ADD(data.next, 1u, RELAXED);
#endif
    while (LOAD(data.serving, ACQUIRE) != ticket)
        ;
    data.counter = data.counter + 1u;
    STORE(data.serving, ticket + 1u, RELEASE);
}
