// What is made once, by the first that comes. Bug: it is announced before it is made.
// @Output: forall (%data[2] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint state; uint value; uint wrong; } data;
void main() {
    if (SWAP(data.state, 0u, 1u, RELAXED, RELAXED) == 0u) {
#ifdef BUG
        STORE(data.state, 2u, RELEASE);
        data.value = 4u;
#else
        data.value = 4u;
        STORE(data.state, 2u, RELEASE);
#endif
    }
    while (LOAD(data.state, ACQUIRE) != 2u)
        ;
    if (data.value != 4u)
        STORE(data.wrong, 1u, RELAXED);
}
