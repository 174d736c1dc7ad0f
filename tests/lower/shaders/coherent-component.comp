#version 460

// Single components of a coherent vector are written by different invocations.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[8]; };
layout(set = 0, binding = 1) coherent buffer Data { uvec4 data[8]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i / 4][i % 4] = i;
    memoryBarrierBuffer();
    barrier();
    if (i < 8)
        result[i] = data[7 - i];
}
