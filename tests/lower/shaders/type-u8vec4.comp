#version 460
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

// Vectors of bytes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { u8vec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { u8vec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    u8vec4 v = values[i];
    result[i] = v.wzyx + u8vec4(uvec4(v) >> 2);
}
