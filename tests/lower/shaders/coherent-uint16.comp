#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

// Coherent 16-bit integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint16_t result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint16_t data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uint16_t(i * 2049u);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
