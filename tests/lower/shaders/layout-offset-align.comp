#version 460

// Explicit offsets and alignments of members.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result {
    layout(offset = 16) uint a[32];
    layout(offset = 160) uint b;
    layout(align = 64) uint c[32];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    a[i] = i;
    if (i == 0)
        b = 12;
    c[i] = i * i;
}
