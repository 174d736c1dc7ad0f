#version 460

// Hyperbolic functions.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(i) * 0.0625 - 1.0;
    result[i] = vec3(sinh(a), cosh(a), tanh(a));
}
