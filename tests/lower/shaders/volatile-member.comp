#version 460

// One member of a block is volatile.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Data { volatile uint watched[32]; uint plain[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    watched[i] = i;
    plain[i] = watched[i] + 1;
    result[i] = watched[i] + plain[i];
}
