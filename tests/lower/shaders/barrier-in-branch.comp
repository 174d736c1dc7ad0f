#version 460

// A barrier under a condition that is uniform.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Flags { uint flags[1]; };
shared uint board[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    board[i] = i;
    if (flags[0] < 0x80000000u) {
        barrier();
        result[i] = board[31 - i];
    } else {
        result[i] = board[i];
    }
}
