// A ring of one producer and one consumer. Bug: the consumer gives a place back without release.
// @Output: forall (%data[3] == 3)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint head; uint tail; uint place[1]; uint sum; } data;
#ifdef BUG
#define GIVE RELAXED
#else
#define GIVE RELEASE
#endif
void main() {
    if (GROUP == 0u) {
        for (uint i = 0u; i < 2u; i++) {
            while (LOAD(data.tail, ACQUIRE) != i)
                ;
            data.place[0] = i + 1u;
            STORE(data.head, i + 1u, RELEASE);
        }
    } else {
        uint sum = 0u;
        for (uint i = 0u; i < 2u; i++) {
            while (LOAD(data.head, ACQUIRE) != i + 1u)
                ;
            sum += data.place[0];
            STORE(data.tail, i + 1u, GIVE);
        }
        data.sum = sum;
    }
}
