kernel void signal_fence(global int *data, global int *flag) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "singlethread");
    *flag = 1;
}
