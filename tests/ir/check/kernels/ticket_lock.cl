kernel void ticket_lock(global atomic_uint *next, global atomic_uint *serving, global int *counter) {
    uint ticket = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
    while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != ticket)
        ;
    ++*counter;
    atomic_store_explicit(serving, ticket + 1, memory_order_release, memory_scope_device);
}
