#version 460

// A runtime array of structures.
layout(local_size_x = 32) in;

struct Item { uvec3 a; uint b; };
layout(set = 0, binding = 0) buffer Result { Item result[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i].a = uvec3(i, 1, 2);
    result[i].b = i;
}
