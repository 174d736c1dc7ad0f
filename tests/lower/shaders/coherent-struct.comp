#version 460

// A coherent structure, copied as a whole.
layout(local_size_x = 32) in;

struct Record { uint a; uvec3 b; float c[2]; };
layout(set = 0, binding = 0) buffer Result { Record result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { Record data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = Record(i, uvec3(i, i + 1, i + 2), float[2](i, -1.0));
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
