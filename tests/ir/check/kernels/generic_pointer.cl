void bump(atomic_int *counter) {
    atomic_fetch_add_explicit(counter, 1, memory_order_acq_rel, memory_scope_work_group);
}
kernel void generic_pointer(global atomic_int *global_counter, local atomic_int *local_counter, int which) {
    bump(which ? (atomic_int *)global_counter : (atomic_int *)local_counter);
}
