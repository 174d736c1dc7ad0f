#version 460

// Float arithmetic on exact values.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(values[i] & 0xffu), b = float(i + 1);
    result[i] = vec4(a + b, a - b, a * b, a * 0.25 - b);
}
