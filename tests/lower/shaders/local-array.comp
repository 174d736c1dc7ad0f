#version 460

// A local array with dynamic indices.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint t[8];
    for (uint k = 0; k < 8; ++k)
        t[k] = values[(i + k) % 32];
    uint n = 0;
    for (uint k = 0; k < 8; ++k)
        n = n * 3 + t[(k * 5 + i) % 8];
    result[i] = n;
}
