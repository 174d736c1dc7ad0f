// A list of the fragments of each pixel, as transparency without an order has it: the links are atomic.
// right: -DLINK=imageAtomicExchange(heads,at,me)
// wrong: -DLINK=exchange(at,me)
#version 460
layout(set = 0, binding = 0, r32ui) coherent uniform uimage2D heads;
layout(set = 0, binding = 1) coherent buffer Nodes { uint used; uint next[64]; };
layout(location = 0) in vec2 across;
uint exchange(ivec2 at, uint me) {
    uint before = imageLoad(heads, at).x; // PLANTED
    imageStore(heads, at, uvec4(me)); // PLANTED
    return before;
}
void main() {
    ivec2 at = ivec2(across * 2.0);
    uint me = atomicAdd(used, 1u) + 1u;
    next[me] = LINK;
}
