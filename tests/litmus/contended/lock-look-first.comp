// A lock that is looked at before it is taken, around a counter. Bug: what takes it does not acquire.
// @Output: forall (%data[1] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint lock; uint counter; } data;
#ifdef BUG
#define LOCK RELAXED
#else
#define LOCK ACQUIRE
#endif
void main() {
    do {
        while (LOAD(data.lock, RELAXED) != 0u)
            ;
    } while (EXCHANGE(data.lock, 1u, LOCK) != 0u);
    data.counter = data.counter + 1u;
    STORE(data.lock, 0u, RELEASE);
}
