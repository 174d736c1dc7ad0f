#version 460

// A boolean member of a block is an integer in memory.
layout(local_size_x = 32) in;

struct Item { bool flag; uint value; };
layout(set = 0, binding = 0) buffer Result { Item result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = Item(i % 3 == 0, i);
}
