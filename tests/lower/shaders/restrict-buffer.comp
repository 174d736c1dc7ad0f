#version 460

// Two restrict buffers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) restrict buffer Result { uint result[32]; };
layout(set = 0, binding = 1) restrict readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[i] ^ 0xffffu;
}
