#version 460
#extension GL_EXT_scalar_block_layout : require

// A coherent vector of three components at a stride of 12 bytes: less aligned than wide.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, scalar) buffer Result { uvec3 result[32]; };
layout(set = 0, binding = 1, scalar) coherent buffer Data { uvec3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uvec3(i, i + 1, i + 2);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
