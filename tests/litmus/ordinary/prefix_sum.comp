// Prefix sums of a workgroup, and the workgroup's sum.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { uint a[]; };
layout(binding = 1) buffer Sums { uint sums[]; };
shared uint s[64];
void main() {
    uint l = gl_LocalInvocationID.x;
    s[l] = a[gl_GlobalInvocationID.x];
    barrier();
    for (uint o = 1; o < 64; o <<= 1) {
        uint v = l >= o ? s[l - o] : 0;
        barrier();
        s[l] += v;
        barrier();
    }
    a[gl_GlobalInvocationID.x] = s[l];
    if (l == 63)
        sums[gl_WorkGroupID.x] = s[l];
}
