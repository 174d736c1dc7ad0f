#version 460

// A coherent vector of four doubles: 32 bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { dvec4 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { dvec4 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = dvec4(i);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
