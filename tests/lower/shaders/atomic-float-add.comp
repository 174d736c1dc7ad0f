#version 460
#extension GL_EXT_shader_atomic_float : require

// atomicAdd of floats whose sum is exact in any order.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };
layout(set = 0, binding = 2) buffer Words { float total; };
shared float sum;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        sum = 0.0;
    barrier();
    atomicAdd(sum, float(i) * 0.5);
    atomicAdd(total, 1.0);
    barrier();
    result[i] = sum;
}
