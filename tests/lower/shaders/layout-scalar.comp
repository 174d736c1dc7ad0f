#version 460
#extension GL_EXT_scalar_block_layout : require

// Scalar block layout: vectors are aligned as their components.
layout(local_size_x = 32) in;

struct Item { uint a; vec3 b; uvec2 c; };
layout(set = 0, binding = 0, scalar) buffer Result { Item result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = Item(i, vec3(i, 1, 2), uvec2(i + 4, i + 5));
}
