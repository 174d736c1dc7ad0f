#version 460

// Resources in two descriptor sets, bindings out of order.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 1, binding = 3) readonly buffer InputA { uint a[32]; };
layout(set = 1, binding = 1) readonly buffer InputB { uint b[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = a[i] - b[i];
}
