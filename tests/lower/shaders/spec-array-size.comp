#version 460

// The length of a shared array is a specialization constant.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(constant_id = 0) const uint length = 32;
shared uint board[length];

void main() {
    uint i = gl_LocalInvocationIndex;
    board[i % length] = i;
    barrier();
    result[i] = board[(length - 1) - i % length];
}
