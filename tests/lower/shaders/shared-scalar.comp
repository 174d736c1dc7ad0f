#version 460

// A shared scalar, written by one invocation.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint value;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 5)
        value = 77;
    barrier();
    result[i] = value + i;
}
