#version 460

// Structures as parameters and results.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

struct Item { uint key; vec2 weight; };

Item step_once(Item item) {
    item.key *= 2;
    item.weight = item.weight.yx;
    return item;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    Item item = step_once(Item(i, vec2(1, 2)));
    result[i] = item.key + uint(item.weight.x * 10.0);
}
