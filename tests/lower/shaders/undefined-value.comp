#version 460

// A variable that is set on one path only and read on that path only.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint v;
    if (i % 2 == 0)
        v = i;
    result[i] = i % 2 == 0 ? v : 1;
}
