#version 460

// A coherent vector of three doubles: 24 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { dvec3 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { dvec3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = dvec3(i, i + 1, i + 2);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
