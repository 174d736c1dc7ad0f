// Peterson'\''s lock of two, with fences. Bug: no read-modify-write orders the turn.
// @Output: forall (%data[2] == 2)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint turn; uint wants[2]; uint counter; } data;
void main() {
    uint self = GROUP, other = 1u - self;
    STORE(data.wants[self], 1u, RELAXED);
#ifdef BUG
    STORE(data.turn, other, RELEASE);
#else
    EXCHANGE(data.turn, other, BOTH); // the later of the two sees that the other wants
#endif
    while (LOAD(data.wants[other], ACQUIRE) == 1u && LOAD(data.turn, ACQUIRE) == other)
        ;
    data.counter = data.counter + 1u;
    STORE(data.wants[self], 0u, RELEASE);
}
