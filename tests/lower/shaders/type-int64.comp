#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// 64-bit integers: arithmetic, shifts, comparisons and conversions.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int64_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int64_t values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int64_t v = values[i];
    int64_t w = v * 3 - int64_t(i);
    result[i] = (w >> 5) ^ (v < w ? v / 7 : abs(w) % 11) + int64_t(int(v));
}
