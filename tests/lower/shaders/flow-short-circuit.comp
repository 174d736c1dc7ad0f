#version 460

// The right side of && and || runs only if it must.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
uint calls = 0;

bool bump(bool value) {
    ++calls;
    return value;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    bool a = bump(i % 2 == 0) && bump(i % 3 == 0);
    bool b = bump(i % 5 == 0) || bump(true);
    result[i] = calls * 4 + uint(a) * 2 + uint(b);
}
