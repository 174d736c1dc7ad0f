#version 460

// A coherent buffer read by other invocations of the workgroup after a barrier.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i * 3;
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
