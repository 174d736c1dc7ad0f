#version 460

// A vector component chosen at run time, read and written.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 v = values[i];
    v[i % 4] = v[(i + 1) % 4] + 1;
    result[i] = v;
    result[i][(i + 2) % 4] = i;
}
