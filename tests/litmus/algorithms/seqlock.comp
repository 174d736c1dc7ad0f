// A lock of sequences: a reader counts what it read only if no writer came in between. Bug: the reader does not look again.
// @Output: forall (%data[3] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint sequence; uint first; uint second; uint wrong; } data;
void main() {
    if (GROUP == 0u) {
        STORE(data.sequence, 1u, RELAXED);
        FENCE(RELEASE);
        STORE(data.first, 1u, RELAXED);
        STORE(data.second, 1u, RELAXED);
        STORE(data.sequence, 2u, RELEASE);
    } else {
        uint before = LOAD(data.sequence, ACQUIRE);
        uint first = LOAD(data.first, RELAXED), second = LOAD(data.second, RELAXED);
        FENCE(ACQUIRE);
        uint after = LOAD(data.sequence, RELAXED);
#ifdef BUG
        after = before;
#endif
        if (before == after && (before & 1u) == 0u && first != second)
            data.wrong = 1u;
    }
}
