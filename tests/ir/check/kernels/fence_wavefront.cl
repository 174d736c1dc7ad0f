kernel void fence_wavefront(global int *out, local int *shared) {
    uint i = get_local_id(0);
    shared[i] = i;
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
    out[get_global_id(0)] = shared[i ^ 1];
}
