#version 460

// asinh, acosh and atanh, where they are defined.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec3 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = values[i];
    result[i] = vec3(asinh(a), acosh(1.0 + a * a), atanh(fract(a) * 0.9));
}
