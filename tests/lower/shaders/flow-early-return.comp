#version 460

// Some invocations return early.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = 1;
    if (i % 3 == 0)
        return;
    result[i] = i;
    if (i > 20)
        return;
    result[i] += 100;
}
