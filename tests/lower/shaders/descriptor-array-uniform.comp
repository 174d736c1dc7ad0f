#version 460

// A descriptor array of uniform blocks.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1, std140) uniform Constants { uint value; } constants[2];

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = constants[0].value + constants[1].value * i;
}
