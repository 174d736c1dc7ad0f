/* Kernels of OpenCL whose dispatches recorded.sh records, on data that decide about races. */
enum { INVOCATIONS = 128, ITEMS = 256 };
#define ITEM  ((int)__builtin_amdgcn_workitem_id_x())
#define GROUP ((int)__builtin_amdgcn_workgroup_id_x())

/* Each work-item writes the bin that its key names, where a pointer leads that lies in shared virtual memory. */
struct lists {
    global int *bins;
};
kernel void count(global const int *keys, char first, global const struct lists *all, int items) {
    int i = GROUP * INVOCATIONS + ITEM;
    all->bins[keys[i] + items - ITEMS] = first + i;
}

/* A workgroup turns its part round, by the second of two parts of shared memory. */
kernel void turn(global int *data, local int *before, local int *part) {
    int at = GROUP * INVOCATIONS;
    if (ITEM == 0)
        before[0] = 0;
    part[ITEM] = data[at + ITEM];
#ifndef NO_BARRIER
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
    data[at + ITEM] = part[INVOCATIONS - 1 - ITEM];
}

/* Nothing is read where there is no buffer. */
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void fixed_size(global int *out, global const int *other) {
    out[GROUP * 64 + ITEM] = other ? other[ITEM] : 7;
}
