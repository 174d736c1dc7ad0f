/* Kernels of OpenCL, whose shared memory is an argument; the functions of its headers are builtins here. */
typedef unsigned uint;

#define ITEM __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()

static void barrier_of_local_memory(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void reverse(__global const float *in, __global float *out,
                                                                        __local float *values, float scale) {
    values[ITEM] = in[GROUP * 128 + ITEM];
#ifndef NO_BARRIER
    barrier_of_local_memory();
#endif
    out[GROUP * 128 + ITEM] = values[127 - ITEM] * scale;
}

/* The barrier is for local memory alone, and the data go through global memory. */
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void exchange(__global uint *data, __global uint *out) {
    data[GROUP * 128 + ITEM] = ITEM;
#ifdef LOCAL_ALONE
    barrier_of_local_memory();
#else
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
    out[GROUP * 128 + ITEM] = data[GROUP * 128 + 127 - ITEM];
}
