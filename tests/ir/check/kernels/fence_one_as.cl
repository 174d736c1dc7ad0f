kernel void fence_one_as(global int *out, local int *shared) {
    uint i = get_local_id(0);
    shared[i] = i;
    out[i] = 0;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup-one-as");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup-one-as");
    out[get_global_id(0)] = shared[i ^ 1];
}
