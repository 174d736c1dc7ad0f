kernel void fence_seq_cst(global atomic_int *x, global atomic_int *y, global int *out) {
    atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_all_svm_devices);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_all_svm_devices);
    *out = atomic_load_explicit(y, memory_order_relaxed, memory_scope_all_svm_devices);
}
