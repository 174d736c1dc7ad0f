#version 460

// A runtime array at the end of a block.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint count; uint result[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        count = 32;
    result[i] = i ^ 21;
}
