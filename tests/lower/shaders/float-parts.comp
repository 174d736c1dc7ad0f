#version 460

// frexp, ldexp and modf.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(i) - 16) * 1.25;
    int e;
    float whole;
    float m = frexp(a, e);
    float f = modf(a, whole);
    result[i] = vec4(m, float(e), f + whole * 100.0, ldexp(a, int(i) - 8));
}
