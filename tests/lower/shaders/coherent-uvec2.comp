#version 460

// A coherent vector of 8 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec2 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uvec2 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uvec2(i + 1);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i] * 2u;
}
