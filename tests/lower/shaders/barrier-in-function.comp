#version 460

// A barrier in a function that is called twice.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint board[32];

uint swap_with(uint place, uint partner, uint value) {
    barrier();
    board[place] = value;
    barrier();
    return board[partner];
}

void main() {
    uint i = gl_LocalInvocationIndex;
    uint a = swap_with(i, 31 - i, i);
    result[i] = swap_with(i, i ^ 1, a);
}
