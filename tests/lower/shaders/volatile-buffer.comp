#version 460

// Accesses to a volatile buffer: none may be dropped or merged.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) volatile buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = 1;
    data[i] = data[i] + i;
    result[i] = data[i] + data[i];
}
