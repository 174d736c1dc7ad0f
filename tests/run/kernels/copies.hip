/* gfx1250 has copies between global memory and shared memory that a counter of their own tells of, and barriers
 * with names, at which some waves arrive and others wait. Each kernel is right, and has one mistake where the name of
 * one is defined. */
#include "kernels.h"

typedef __attribute__((address_space(1))) int in_global;
typedef __attribute__((address_space(3))) int in_shared;
static inline __device__ void copy_in(int *to, int *from) {
    __builtin_amdgcn_global_load_async_to_lds_b32((in_global *)from, (in_shared *)to, 0, 0);
}
static inline __device__ void copy_out(int *to, int *from) {
    __builtin_amdgcn_global_store_async_from_lds_b32((in_global *)to, (in_shared *)from, 0, 0);
}
#define WAIT(most) __builtin_amdgcn_s_wait_asynccnt(most)

/* A tile is turned round. */
KERNEL(128) void turn(int *in, int *out) {
    __shared__ int tile[128];
    copy_in(&tile[ITEM], &in[GROUP * 128 + ITEM]);
#ifndef NO_WAIT
    WAIT(0);
#endif
#ifdef OWN
    out[GROUP * 128 + ITEM] = tile[ITEM];
#else
#ifndef NO_BARRIER
    barrier();
#endif
    out[GROUP * 128 + ITEM] = tile[127 - ITEM];
#endif
}

/* Tiles come one after the other: while one is turned round the next one is on its way. */
KERNEL(128) void pipeline(int *in, int *out, int tiles) {
    __shared__ int tile[2][128];
    copy_in(&tile[0][ITEM], &in[ITEM]);
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles) {
            copy_in(&tile[(k + 1) & 1][ITEM], &in[(k + 1) * 128 + ITEM]);
#ifdef WAITS_FOR_ONE_LESS
            WAIT(2);
#else
            WAIT(1);
#endif
        } else {
            WAIT(0);
        }
        barrier();
        out[k * 128 + ITEM] = tile[k & 1][127 - ITEM];
#ifndef OVERTAKES
        barrier();
#endif
    }
}

/* The words that waves have written are copied to global memory, and then their memory is used again. */
KERNEL(128) void back(int *in, int *out) {
    __shared__ int tile[128];
    tile[ITEM] = in[GROUP * 128 + ITEM] + 1;
    barrier();
    copy_out(&out[GROUP * 128 + ITEM], &tile[127 - ITEM]);
#ifndef NO_WAIT
    WAIT(0);
#endif
    tile[127 - ITEM] = 0;
}

/* A message to another workgroup, whose payload is copied from shared memory. */
KERNEL(32) void send(int *data, uint *flag, int *out) {
    __shared__ int tile[32];
    if (GROUP == 0) {
        tile[ITEM] = ITEM + 1;
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_wave_barrier();
        copy_out(&data[ITEM], &tile[ITEM]);
#ifndef NO_WAIT
        WAIT(0);
#endif
        __hip_atomic_store(flag, 1u, __ATOMIC_RELEASE, AGENT);
    } else {
        while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT) == 0)
            __builtin_amdgcn_s_sleep(1);
        out[ITEM] = data[31 - ITEM];
    }
}

__shared__ __amdgpu_named_workgroup_barrier_t meeting;

static inline __device__ void meet(uint waves) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier_signal_var(&meeting, waves);
    __builtin_amdgcn_s_barrier_wait(1);
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/* Two of four waves meet. */
KERNEL(128) void pair(int *in, int *out) {
    __shared__ int tile[128];
    uint wave = __builtin_amdgcn_readfirstlane(ITEM / 32);
    if (wave == 0)
        __builtin_amdgcn_s_barrier_init(&meeting, 2);
    barrier();
    if (wave < 2) {
        __builtin_amdgcn_s_barrier_join(&meeting);
        tile[ITEM] = in[ITEM];
#ifndef NO_MEETING
        meet(2);
#endif
        out[ITEM] = tile[63 - ITEM];
    }
}

/* One wave makes what three others wait for; it does not wait itself. */
KERNEL(128) void feed(int *in, int *out) {
    __shared__ int tile[32];
    uint wave = __builtin_amdgcn_readfirstlane(ITEM / 32);
    if (wave == 0)
        __builtin_amdgcn_s_barrier_init(&meeting, 1);
    barrier();
    if (wave)
        __builtin_amdgcn_s_barrier_join(&meeting);
    barrier();
    if (wave == 0) {
#ifndef EARLY
        tile[ITEM] = in[ITEM];
#endif
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier_signal_var(&meeting, 1);
#ifdef EARLY
        tile[ITEM] = in[ITEM];
#endif
    } else {
        __builtin_amdgcn_s_barrier_wait(1);
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        out[ITEM] = tile[ITEM & 31];
    }
}

/* The wave that comes first is the only one to write. */
KERNEL(128) void first(int *out) {
    bool comes_first = __builtin_amdgcn_s_barrier_signal_isfirst(-1);
    __builtin_amdgcn_s_barrier_wait(-1);
#ifdef ALL
    comes_first = true;
#endif
    if (comes_first)
        out[ITEM & 31] = ITEM;
}
