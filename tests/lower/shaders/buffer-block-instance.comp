#version 460

// Blocks with instance names and equal member names.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint data[32]; } result;
layout(set = 0, binding = 1) readonly buffer Input { uint data[32]; } values;

void main() {
    uint i = gl_LocalInvocationIndex;
    result.data[i] = values.data[31 - i];
}
