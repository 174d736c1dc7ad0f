#version 460

// atomicOr on shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
shared uint word;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        word = 0x0ff0u;
    barrier();
    atomicOr(word, values[i]);
    barrier();
    result[i] = word;
}
