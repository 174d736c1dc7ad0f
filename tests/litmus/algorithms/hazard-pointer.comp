// A hazard pointer keeps a node from being written over while it is read. Bug: the reader does not look whether it is still the node.
// @Output: forall (%data[3] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
DATA { uint current; uint hazard; uint node[2]; uint wrong; } data;
void main() {
    if (GROUP == 0u) {
        EXCHANGE(data.current, 1u, BOTH); // node 0 is retired
        if (ADD(data.hazard, 0u, BOTH) != 1u)
            data.node[0] = 9u;
    } else {
        EXCHANGE(data.hazard, 1u, BOTH); // node 0 is read
#ifndef BUG
        if (ADD(data.current, 0u, BOTH) != 0u)
            return;
#endif
        if (data.node[0] != 0u)
            data.wrong = 1u;
    }
}
