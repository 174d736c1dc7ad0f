#version 460

// atomicCompSwap that succeeds for even and fails for odd invocations.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 2) buffer Words { uint own[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    own[i] = i % 2;
    uint before = atomicCompSwap(own[i], 0u, i + 10u);
    result[i] = before * 1000 + own[i];
}
