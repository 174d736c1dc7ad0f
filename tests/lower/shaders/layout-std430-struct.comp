#version 460

// std430: a scalar after a vector of three components.
layout(local_size_x = 32) in;

struct Item { vec3 a; float b; uvec2 c; uint d; };
layout(set = 0, binding = 0, std430) buffer Result { Item result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = Item(vec3(i), 0.5, uvec2(i, 2), i + 3);
}
