// Every invocation adds to one counter. Bug: by a load and a store.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 4) in;
DATA { uint counter; } data;
void main() {
#ifdef BUG
    STORE(data.counter, LOAD(data.counter, RELAXED) + 1u, RELAXED);
#else
    ADD(data.counter, 1u, RELAXED);
#endif
}
