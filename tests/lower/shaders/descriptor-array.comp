#version 460

// A descriptor array with constant indices.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; } inputs[3];

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = inputs[0].values[i] + inputs[2].values[31 - i];
}
