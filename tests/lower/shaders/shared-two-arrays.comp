#version 460

// Two shared arrays of different types.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint a[32];
shared float b[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    a[i] = i;
    b[i] = float(i) * 0.25;
    barrier();
    result[i] = a[31 - i] + uint(b[31 - i] * 4.0);
}
