#version 460

// An element of shared memory as an inout argument.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint board[32];

void bump(inout uint value) {
    value += 10;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    board[i] = i;
    barrier();
    bump(board[31 - i]);
    barrier();
    result[i] = board[i];
}
