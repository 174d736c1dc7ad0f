#version 460

// A coherent buffer whose element goes through a function parameter.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32]; };

uint twice(uint value) {
    return value * 2;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = twice(i);
    memoryBarrierBuffer();
    barrier();
    result[i] = twice(data[31 - i]);
}
