kernel void volatile_flag(volatile global int *flag, global int *data) {
    while (!*flag)
        ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    data[1] = data[0];
}
