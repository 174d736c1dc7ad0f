#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Coherent 64-bit integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint64_t result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint64_t data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = uint64_t(i) << 33;
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i] + 1;
}
