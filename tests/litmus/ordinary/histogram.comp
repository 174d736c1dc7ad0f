// A histogram with atomics, first of the workgroup.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Keys { uint key[]; };
layout(binding = 1) buffer H { uint hist[256]; };
shared uint own[256];
void main() {
    uint l = gl_LocalInvocationID.x;
    for (uint i = l; i < 256; i += 64)
        own[i] = 0;
    barrier();
    atomicAdd(own[key[gl_GlobalInvocationID.x] & 255], 1);
    barrier();
    for (uint i = l; i < 256; i += 64)
        if (own[i] != 0)
            atomicAdd(hist[i], own[i]);
}
