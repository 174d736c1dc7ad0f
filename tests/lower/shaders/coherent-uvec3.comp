#version 460

// A coherent vector of 12 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec3 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uvec3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uvec3(i + 1);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i] * 2u;
}
