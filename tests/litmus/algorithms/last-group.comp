// Each workgroup adds its part, and the last that comes adds them up. Bug: parts are not released.
// @Output: forall (%data[1] == INVOCATIONS)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint done; uint sum; uint part[4]; } data;
#ifdef BUG
#define COME ACQUIRE
#else
#define COME BOTH
#endif
void main() {
    data.part[GROUP] = 1u;
    if (ADD(data.done, 1u, COME) == GROUPS - 1u)
        for (uint i = 0u; i < GROUPS; i++)
            data.sum += data.part[i];
}
