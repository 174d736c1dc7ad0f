#version 460

// groupMemoryBarrier() between accesses to coherent and shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32]; };
shared uint copy[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    copy[i] = i + 1;
    groupMemoryBarrier();
    barrier();
    result[i] = data[31 - i] + copy[31 - i];
}
