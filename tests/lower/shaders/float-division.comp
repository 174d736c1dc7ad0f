#version 460

// Division and the two remainders.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(values[i] & 0xffu) - 128), b = float(1u << (i % 5u));
    result[i] = vec3(a / b, mod(a, b), a - b * trunc(a / b));
}
