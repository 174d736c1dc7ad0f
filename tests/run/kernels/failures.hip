/* Public failures, as small kernels: docs/evidence/failures.md tells what happened. cases.txt runs them, faulty and mended. */
#include "kernels.h"

/* What orders shared memory alone: fences that are said to be for local memory. */
static inline __device__ void barrier_of_local_memory() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
}

/* llvm-project 163615: a product is added to what memory has. Waves of 32 leave partial sums in shared memory, and the
 * total is written: by all waves, or by one work-item. */
KERNEL(128) void accumulate(const float *in, float *out) {
    __shared__ float partial[4];
    float before = 0, sum = in[GROUP * 128 + ITEM];
#ifndef ALL_WRITE
    if (ITEM == 0)
#endif
        before = out[GROUP];
    if (ITEM % 32 == 0)
        partial[ITEM / 32] = sum;
#ifdef STRICT_FENCES
    barrier();
#else
    barrier_of_local_memory();
#endif
    float all = partial[0] + partial[1] + partial[2] + partial[3];
#ifndef ALL_WRITE
    if (ITEM == 0)
#endif
        out[GROUP] = before + all;
}

/* llvm-project 160501: all waves store, meet at a barrier, and one of them tells another workgroup. */
KERNEL(128) void release_behind_barrier(uint *data, uint *flag, uint *out) {
    if (GROUP == 0) {
        data[ITEM] = ITEM + 1;
        barrier();
        if (ITEM == 0)
            __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, AGENT);
    } else {
        while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT) == 0)
            ;
        out[ITEM] = data[ITEM];
    }
}

#ifdef __gfx942__
/* llvm-project 207473: one wave reads shared memory, and then loads new data to the same place, past its registers. */
KERNEL(64) void reload_shared_memory(const uint *in, uint *out) {
    __shared__ uint values[64];
    typedef __attribute__((address_space(1))) void global_void;
    typedef __attribute__((address_space(3))) void local_void;
    values[ITEM] = in[ITEM];
    barrier();
    uint first = values[63 - ITEM];
    barrier();
    __builtin_amdgcn_global_load_lds((global_void *)(in + 64 + ITEM), (local_void *)values, 4, 0, 0);
    barrier();
    out[ITEM] = first + values[63 - ITEM];
}
#endif

/* rocm-libraries 10893: tiles pass through shared memory. */
KERNEL(256) void multiply_tiles(const uint *a, uint *c) {
    __shared__ uint tile[256];
    uint sum = 0;
    for (uint k = 0; k < 4; k++) {
        tile[ITEM] = a[k * 256 + ITEM];
        barrier_of_local_memory();
        for (uint j = 0; j < 4; j++)
            sum += tile[(ITEM + 64 * j) % 256];
        barrier_of_local_memory();
    }
    c[GROUP * 256 + ITEM] = sum;
}
