kernel void spin_lock(global atomic_int *lock, global int *counter) {
    int expected;
    do
        expected = 0;
    while (!atomic_compare_exchange_weak_explicit(lock, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                                  memory_scope_device));
    ++*counter;
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
