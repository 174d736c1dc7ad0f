#version 460
#extension GL_EXT_scalar_block_layout : require

// A coherent 16-byte vector that is aligned to 4 bytes only.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, scalar) buffer Result { uint first; uvec4 result[32]; };
layout(set = 0, binding = 1, scalar) coherent buffer Data { uint head; uvec4 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uvec4(i) + uvec4(0, 1, 2, 3);
    memoryBarrierBuffer();
    barrier();
    if (i == 0)
        first = 1;
    result[i] = data[31 - i];
}
