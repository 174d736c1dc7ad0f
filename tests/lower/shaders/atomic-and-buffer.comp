#version 460

// atomicAnd on a buffer: the value before, on a word of the invocation's own, and what all of them leave in one
// word.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
layout(set = 0, binding = 2) buffer Words { uint own[32]; uint common_word; };

void main() {
    uint i = gl_LocalInvocationIndex;
    own[i] = 0x55u + i;
    result[i] = atomicAnd(own[i], values[i]);
    atomicAnd(common_word, values[i]);
}
