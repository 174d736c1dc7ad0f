#version 460

// Atomics whose results nobody reads.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint tally[4];

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i < 4)
        tally[i] = 0;
    barrier();
    atomicAdd(tally[i % 4], 1u);
    atomicOr(tally[(i + 1) % 4], 0x100u);
    barrier();
    result[i] = tally[i % 4] & 0x100u;
}
