#version 460

// A shared array, reversed.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
shared uint values_copy[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    values_copy[i] = values[i];
    barrier();
    result[i] = values_copy[31 - i];
}
