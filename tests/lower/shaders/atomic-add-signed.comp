#version 460

// atomicAdd on signed integers, in a buffer and in shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int values[32]; };
layout(set = 0, binding = 2) buffer Words { int least; };
shared int word;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        word = -3;
    barrier();
    atomicAdd(word, values[i]);
    atomicAdd(least, values[i]);
    barrier();
    result[i] = word;
}
