#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Unsigned 64-bit integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint64_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint64_t values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint64_t v = values[i];
    result[i] = (v >> 7) + (v / 10ul) * (v % 10ul) + uint64_t(uint(v) & 15u);
}
