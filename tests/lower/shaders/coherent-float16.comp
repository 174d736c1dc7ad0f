#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

// Coherent half floats.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { f16vec2 result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { f16vec2 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = f16vec2(float(i), float(i) * 0.5);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
