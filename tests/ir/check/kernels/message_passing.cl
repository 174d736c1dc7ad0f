kernel void send(global int *data, global atomic_int *flag) {
    data[get_global_id(0)] = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
}
kernel void receive(global int *data, global atomic_int *flag, global int *out) {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
        *out = data[get_global_id(0)];
}
