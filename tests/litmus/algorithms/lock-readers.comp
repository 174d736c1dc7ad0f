// A lock of one writer or several readers. Bug: a reader leaves without a release.
// @Output: forall (%data[3] == 0)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint state; uint first; uint second; uint wrong; } data; // state: readers, or 16 for a writer
#ifdef BUG
#define LEAVE RELAXED
#else
#define LEAVE RELEASE
#endif
void main() {
    if (GROUP == 0u) {
        while (SWAP(data.state, 0u, 16u, ACQUIRE, RELAXED) != 0u)
            ;
        data.first = data.first + 1u;
        data.second = data.second + 1u;
        STORE(data.state, 0u, RELEASE);
    } else if (ADD(data.state, 1u, ACQUIRE) < 16u) {
        if (data.first != data.second)
            STORE(data.wrong, 1u, RELAXED);
        ADD(data.state, 0xffffffffu, LEAVE);
    }
}
