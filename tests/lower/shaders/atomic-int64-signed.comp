#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require

// Signed 64-bit atomics on shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { int64_t result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int64_t values[32]; };
shared int64_t least;
shared int64_t most;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0) {
        least = 0;
        most = 0;
    }
    barrier();
    atomicMin(least, values[i]);
    atomicMax(most, values[i]);
    barrier();
    result[i] = least ^ most;
}
