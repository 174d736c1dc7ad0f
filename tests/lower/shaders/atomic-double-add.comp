#version 460
#extension GL_EXT_shader_atomic_float : require

// atomicAdd of doubles.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { double result[32]; };
layout(set = 0, binding = 2) buffer Words { double total[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    total[i] = 0.25lf;
    result[i] = atomicAdd(total[i], 1.5lf);
}
