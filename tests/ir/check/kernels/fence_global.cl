kernel void fence_global(global int *data, global int *flag) {
    data[get_global_id(0)] = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent", "global");
    atomic_store_explicit((global atomic_int *)flag, 1, memory_order_relaxed, memory_scope_device);
}
