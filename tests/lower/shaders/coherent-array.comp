#version 460

// A coherent array, copied as a whole.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32][4]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32][4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uint[4](i, i + 1, i + 2, i + 3);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
