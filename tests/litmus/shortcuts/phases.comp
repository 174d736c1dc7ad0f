#version 450
// Phases of a workgroup: shared memory between barriers of all. With BUG one barrier is missing in the second round.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Left {
    uint left[128];
};
shared uint part[16];
shared uint sum;
void main() {
    uint me = gl_LocalInvocationIndex;
    part[me] = me;
    if (me == 0u)
        sum = 0u;
    barrier();
    for (uint round = 0u; round < 3u; round++) {
        uint other = part[(me + 1u) % 16u];
        atomicAdd(sum, other);
#ifdef BUG
        if (round != 1u)
#endif
            barrier();
        part[me] = other + sum;
        barrier();
    }
    left[gl_GlobalInvocationID.x] = part[15u - me];
}
