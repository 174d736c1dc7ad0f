kernel void histogram(global const uchar *in, global atomic_uint *bins, local atomic_uint *shared) {
    uint i = get_local_id(0);
    atomic_store_explicit(&shared[i], 0, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&shared[in[get_global_id(0)]], 1, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&bins[i], atomic_load_explicit(&shared[i], memory_order_relaxed, memory_scope_work_group),
                              memory_order_relaxed, memory_scope_device);
}
