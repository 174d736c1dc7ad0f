#version 460

// Atomics on a volatile buffer.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) volatile buffer Data { uint counter[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    counter[i] = i;
    atomicAdd(counter[i], 5u);
    result[i] = counter[i];
}
