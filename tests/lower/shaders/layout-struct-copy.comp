#version 460

// The same structure with two layouts: copied member by member.
layout(local_size_x = 32) in;

struct Item { float a; float b[3]; vec3 c; };
layout(set = 0, binding = 0, std430) buffer Result { Item result[32]; };
layout(set = 0, binding = 1, std140) readonly buffer Input { Item values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[i];
}
