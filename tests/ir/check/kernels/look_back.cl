kernel void look_back(global const int *in, global int *sums, global atomic_int *states, global int *out) {
    uint group = get_group_id(0);
    int sum = in[group];
    sums[group] = sum;
    atomic_store_explicit(&states[group], 1, memory_order_release, memory_scope_device);
    for (int before = (int)group - 1; before >= 0; before--) {
        while (!atomic_load_explicit(&states[before], memory_order_acquire, memory_scope_device))
            ;
        sum += sums[before];
    }
    out[group] = sum;
}
