#version 460

// Booleans in shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared bool odd[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    odd[i] = i % 2 == 1;
    barrier();
    result[i] = odd[31 - i] ? 1 : 0;
}
