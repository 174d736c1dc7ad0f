#version 460

// floor, ceil, trunc, round, roundEven and fract.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(values[i] & 0xffu) - 128) * 0.25;
    result[i] = vec4(floor(a), ceil(a), trunc(a), roundEven(a) + fract(a));
}
