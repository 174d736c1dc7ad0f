// Treiber'\''s stack: each invocation pushes a node, the last one that has come counts them. Bug: a push does not release.
// @Output: forall (%data[1] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint head; uint wrong; uint next[5]; uint value[5]; } data;
#ifdef BUG
#define PUSH RELAXED
#else
#define PUSH RELEASE
#endif
void main() {
    uint node = GROUP + 1u, old = LOAD(data.head, RELAXED), seen;
    data.value[node] = 1u;
    for (;;) {
        data.next[node] = old;
        seen = SWAP(data.head, old, node, PUSH, RELAXED);
        if (seen == old)
            break;
        old = seen;
    }
    uint top = LOAD(data.head, ACQUIRE);
    if (data.value[top] != 1u)
        STORE(data.wrong, 1u, RELAXED);
}
