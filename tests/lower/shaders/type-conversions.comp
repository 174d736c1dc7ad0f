#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

// Conversions between integer widths and signs.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint v = values[i];
    int a = int(int8_t(v));
    uint b = uint(uint16_t(v));
    int c = int(int16_t(v >> 3));
    uint64_t d = uint64_t(int64_t(int(v)));
    result[i] = uint(a) + b + uint(c) + uint(d >> 32);
}
