#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require

// 64-bit atomics on a buffer.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint64_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint64_t values[32]; };
layout(set = 0, binding = 2) buffer Words {
    uint64_t sum;
    uint64_t least;
    uint64_t most;
    uint64_t bits;
    uint64_t own[32];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    own[i] = i;
    atomicAdd(sum, values[i]);
    atomicMin(least, values[i]);
    atomicMax(most, values[i]);
    atomicXor(bits, values[i]);
    uint64_t a = atomicExchange(own[i], values[i]);
    result[i] = a + atomicCompSwap(own[i], values[i], uint64_t(7));
}
