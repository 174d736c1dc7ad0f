#version 460

// A memory barrier on either side of a private access that may be deleted.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent buffer Data { uint data[32]; };
shared uint copy[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    uint scratch[4];
    data[i] = i;
    copy[i] = i;
    memoryBarrierBuffer();
    scratch[i % 4] = i;
    memoryBarrierShared();
    barrier();
    result[i] = data[31 - i] + copy[31 - i];
}
