#version 460

// A shared array of structures.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
struct Item { uint key; vec2 weight; };
shared Item items[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    items[i] = Item(i * 7, vec2(i, 2 * i));
    barrier();
    Item other = items[31 - i];
    result[i] = other.key + uint(other.weight.y);
}
