kernel void fence_both(global int *out, local int *shared) {
    uint i = get_local_id(0);
    shared[i] = i;
    out[i] = i;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local", "global");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local", "global");
    out[get_global_id(0)] = shared[i ^ 1] + out[i ^ 1];
}
