#version 460

// A uniform block beside a coherent buffer: constant memory needs no visibility.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1, std140) uniform Constants { uvec4 factors[8]; };
layout(set = 0, binding = 2) coherent buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = factors[i / 4][i % 4];
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i] ^ factors[0].x;
}
