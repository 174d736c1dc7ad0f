#version 460

// A dynamic index into a uniform array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1, std140) uniform Constants { uvec4 table[16]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = table[i % 16].z;
}
