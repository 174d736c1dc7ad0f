/* Data that is handed on, as kernels of frameworks do it: cases.txt runs them without any argument given. Each has a
 * twin in which a barrier, a fence or an order is missing, or is for the other memory alone. */
#include "kernels.h"

#ifdef LOCAL_ALONE
/* What a barrier for shared memory is to a compiler that knows of no other use. */
static inline __device__ void meet() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
}
#elif defined NO_BARRIER
#define meet()
#else
#define meet barrier
#endif
#ifdef RELAXED
#define BOTH    __ATOMIC_RELAXED
#define RELEASE __ATOMIC_RELAXED
#else
#define BOTH    __ATOMIC_ACQ_REL
#define RELEASE __ATOMIC_RELEASE
#endif

/* One work-item takes the message, and tells the others through shared memory. */
KERNEL(64) void elected(uint *data, uint *flag, uint *out) {
    __shared__ uint seen;
    if (GROUP == 0) {
        if (ITEM < 32)
            data[ITEM] = ITEM + 1;
        if (ITEM == 0)
            __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, AGENT);
        return;
    }
    if (ITEM == 0) {
        while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT) == 0)
            ;
        seen = 1;
    }
    meet();
    out[ITEM] = data[ITEM % 32] + seen;
}

/* Global memory as a place for what registers do not hold: each wave reads what another one has put there. */
KERNEL(128) void spilled(const uint *in, uint *scratch, uint *out) {
    __shared__ uint tile[128];
    uint at = GROUP * 128 + ITEM;
    tile[ITEM] = in[at];
    scratch[at] = tile[ITEM] * 3;
    meet();
    out[at] = scratch[GROUP * 128 + 127 - ITEM] + tile[127 - ITEM];
}

/* Two loops over one buffer, as two operators that were made one kernel. */
KERNEL(128) void fused(const float *in, float *middle, float *out, uint rounds) {
    middle += GROUP * 128 * rounds;
    for (uint i = 0; i < rounds; i++)
        middle[i * 128 + ITEM] = in[i * 128 + ITEM] * 2;
    meet();
    for (uint i = 0; i < rounds; i++)
        out[(GROUP * rounds + i) * 128 + ITEM] = middle[i * 128 + 127 - ITEM];
}

/* A barrier that one wave of 64 lanes does not need. */
KERNEL(64) void turned(const uint *in, uint *out) {
    __shared__ uint values[64];
    values[ITEM] = in[GROUP * 64 + ITEM];
    meet();
    out[GROUP * 64 + ITEM] = values[63 - ITEM];
}

/* The last of two waves adds what both have left in shared memory; a counter in global memory says who it is. */
KERNEL(128) void counted(const float *in, uint *count, float *out) {
    __shared__ float part[2];
    if (ITEM % 64 == 0) {
        part[ITEM / 64] = in[GROUP * 2 + ITEM / 64];
        if (__hip_atomic_fetch_add(count + GROUP, 1, BOTH, AGENT) == 1)
            out[GROUP] = part[0] + part[1];
    }
}

/* The first wave waits until all others have set their bits. */
KERNEL(256) void gathered(const float *in, uint *bits, float *out) {
    __shared__ float part[4];
    uint wave = ITEM / 64;
    if (ITEM % 64)
        return;
    if (wave > 0) {
        part[wave] = in[wave];
        __hip_atomic_fetch_or(bits + GROUP, 1u << wave, RELEASE, AGENT);
    } else {
        while (__hip_atomic_fetch_or(bits + GROUP, 0u, BOTH, AGENT) != 14u)
            ;
        out[GROUP] = part[1] + part[2] + part[3];
    }
}
