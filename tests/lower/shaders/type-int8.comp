#version 460
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

// 8-bit integers: arithmetic, shifts and conversions.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int8_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int8_t values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int8_t v = values[i];
    int8_t w = v * int8_t(3) - int8_t(i);
    result[i] = int8_t(w >> 1) ^ int8_t(int(v) / 2);
}
