#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

// A coherent vector of three 16-bit components.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { u16vec3 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { u16vec3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = u16vec3(i, i + 1, i + 2);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
