#version 460

// A matrix in the push constants.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec2 result[32]; };
layout(push_constant) uniform Arguments { mat2x2 m; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = m * vec2(i, 1);
}
