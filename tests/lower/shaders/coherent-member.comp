#version 460

// One member of a block is coherent, its neighbour is not.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Data { coherent uint seen[32]; uint own[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    seen[i] = i + 7;
    own[i] = i * i;
    memoryBarrierBuffer();
    barrier();
    result[i] = seen[31 - i] + own[i];
}
