// Bitonic sort of a workgroup's elements in shared memory.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { uint a[]; };
shared uint s[128];
void main() {
    uint l = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 128;
    s[l] = a[base + l];
    s[l + 64] = a[base + l + 64];
    barrier();
    for (uint k = 2; k <= 128; k <<= 1)
        for (uint j = k >> 1; j > 0; j >>= 1) {
            uint i = 2 * l - (l & (j - 1));
            if ((s[i] > s[i + j]) == ((i & k) == 0)) {
                uint t = s[i];
                s[i] = s[i + j];
                s[i + j] = t;
            }
            barrier();
        }
    a[base + l] = s[l];
    a[base + l + 64] = s[l + 64];
}
