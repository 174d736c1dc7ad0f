#version 460
#extension GL_EXT_shader_16bit_storage : require

// 16-bit storage with 32-bit arithmetic.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint16_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint16_t values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = uint16_t(uint(values[i]) + 3u);
}
