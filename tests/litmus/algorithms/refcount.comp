// The last of those that share a value destroys it. Bug: giving up does not acquire and release.
// @Output: forall (%data[1] == 9)
// @Config: 1, 1, 3
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint given; uint value; uint seen[3]; } data;
#ifdef BUG
#define GIVE_UP RELAXED
#else
#define GIVE_UP BOTH
#endif
void main() {
    data.seen[GROUP] = data.value;
    if (ADD(data.given, 1u, GIVE_UP) == GROUPS - 1u)
        data.value = 9u;
}
