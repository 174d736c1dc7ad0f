#version 460

// A counter that hands out places: each place is taken once.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 2) buffer Words { uint next; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint place = atomicAdd(next, 1u);
    result[place % 32] = 1;
}
