#version 460

// A barrier in a loop of uniform length.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint ring[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    ring[i] = i;
    for (int k = 0; k < 5; ++k) {
        barrier();
        uint next = ring[(i + 1) % 32];
        barrier();
        ring[i] = next;
    }
    result[i] = ring[i];
}
