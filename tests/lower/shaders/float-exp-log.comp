#version 460

// Natural exponential and logarithm.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec2 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(i) * 0.125 + 0.5;
    result[i] = vec2(exp(a), log(a));
}
