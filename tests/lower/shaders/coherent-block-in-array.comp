#version 460

// Coherent blocks in a descriptor array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32]; } blocks[2];

void main() {
    uint i = gl_LocalInvocationIndex;
    blocks[0].data[i] = i;
    blocks[1].data[i] = i * 2;
    memoryBarrierBuffer();
    barrier();
    result[i] = blocks[0].data[31 - i] + blocks[1].data[31 - i];
}
