#version 460

// exp2 and log2 of powers of two, pow of small integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(i) - 16);
    result[i] = vec3(exp2(a), log2(exp2(a)), pow(2.0, a));
}
