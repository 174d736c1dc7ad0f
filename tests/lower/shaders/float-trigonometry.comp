#version 460

// Sine, cosine, tangent and their inverses.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(i) * 0.09375 - 1.5;
    result[i] = vec4(sin(a), cos(a), atan(a), asin(a * 0.5) + acos(a * 0.5));
}
