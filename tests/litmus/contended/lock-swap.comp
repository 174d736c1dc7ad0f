// A lock by exchange around a counter, for which each invocation waits. Bug: what unlocks does not release.
// @Output: forall (%data[1] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint lock; uint counter; } data;
#ifdef BUG
#define UNLOCK RELAXED
#else
#define UNLOCK RELEASE
#endif
void main() {
    while (EXCHANGE(data.lock, 1u, ACQUIRE) != 0u)
        ;
    data.counter = data.counter + 1u;
    STORE(data.lock, 0u, UNLOCK);
}
