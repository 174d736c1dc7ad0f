#version 460

// A coherent matrix, loaded and stored as a whole.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { mat3 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { mat3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = mat3(float(i));
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
