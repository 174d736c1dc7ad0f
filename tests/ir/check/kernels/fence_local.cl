kernel void fence_local(global int *out, local int *shared) {
    uint i = get_local_id(0);
    shared[i] = i;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
    out[get_global_id(0)] = shared[i ^ 1];
}
