#version 460

// A global variable that belongs to the invocation, set in one function and read in another.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
uint state = 17;

void advance() {
    state = state * 1103515245u + 12345u + gl_LocalInvocationIndex;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    advance();
    advance();
    result[i] = state;
}
