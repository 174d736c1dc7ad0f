void synchronize(void) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
__attribute__((noinline)) int exchange(local int *shared, int value) {
    shared[get_local_id(0)] = value;
    synchronize();
    int other = shared[get_local_id(0) ^ 1];
    synchronize();
    return other;
}
kernel void helpers(global int *data, local int *shared) {
    data[get_global_id(0)] = exchange(shared, data[get_global_id(0)]);
}
