#version 460

// round and roundEven; halves are left out of round, which may go either way.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec2 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = values[i];
    result[i] = vec2(fract(a) == 0.5 ? a : round(a), roundEven(a));
}
