// A queue of several producers that take slots by a counter, and fill them. Bug: a slot is announced before it is filled.
// @Output: forall (%data[3] == 0)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint tail; uint full[2]; uint item[2]; uint wrong; } data;
void main() {
    if (GROUP > 0u) {
        uint slot = ADD(data.tail, 1u, RELAXED);
#ifdef BUG
        STORE(data.full[slot], 1u, RELEASE);
        data.item[slot] = 7u;
#else
        data.item[slot] = 7u;
        STORE(data.full[slot], 1u, RELEASE);
#endif
    } else {
        for (uint i = 0u; i < 2u; i++) {
            while (LOAD(data.full[i], ACQUIRE) == 0u)
                ;
            if (data.item[i] != 7u)
                data.wrong = 1u;
        }
    }
}
