#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

// 16-bit integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int16_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { i16vec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    i16vec2 v = values[i];
    result[i] = int16_t(v.x * v.y) + int16_t(v.x < v.y ? 1 : -1);
}
