#version 460

// The length of a runtime array of structures after a header.
layout(local_size_x = 32) in;

struct Item { vec3 a; float b[5]; };
layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint header; Item values[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values.length();
}
