#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

// Half-precision arithmetic.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float16_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    f16vec4 v = f16vec4(values[i] % 16u) * float16_t(0.25);
    result[i] = v.x * v.y + max(v.z, v.w);
}
