#version 460
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

// Coherent bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint8_t result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint8_t data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uint8_t(i * 9u);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
