/* Kernels as programs have them, each right, and with one mistake where the name of one is defined. cases.txt runs
 * them.
 */
#include "kernels.h"

#ifdef NARROW
#define SCOPE WORKGROUP
#else
#define SCOPE AGENT
#endif
#ifdef RELAXED_RELEASE
#define RELEASE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#endif
#ifdef RELAXED_ACQUIRE
#define ACQUIRE __ATOMIC_RELAXED
#else
#define ACQUIRE __ATOMIC_ACQUIRE
#endif

/* A sum by halves, in shared memory whose size the launch says. */
extern __shared__ uint dynamic[];
KERNEL(256) void sum(const uint *in, uint *out) {
    dynamic[ITEM] = in[GROUP * SIZE + ITEM];
    barrier();
    for (uint half = SIZE / 2; half; half /= 2) {
        if (ITEM < half)
            dynamic[ITEM] += dynamic[ITEM + half];
#ifndef NO_BARRIER
        barrier();
#endif
    }
    if (ITEM == 0)
        out[GROUP] = dynamic[0];
}

/* One workgroup sends a message, of one wave, another waits for it. */
KERNEL(32) void message(uint *data, uint *flag, uint *out) {
    if (GROUP == 0) {
        data[ITEM] = ITEM + 1;
        if (ITEM == 0)
            __hip_atomic_store(flag, 1, RELEASE, SCOPE);
    } else {
        while (__hip_atomic_load(flag, ACQUIRE, SCOPE) == 0)
            ;
        out[ITEM] = data[ITEM];
    }
}

/* The same, with data that are relaxed atomics: no race, but without what orders them an old value. */
KERNEL(32) void atomic_message(uint *data, uint *flag, uint *out) {
    if (GROUP == 0) {
        __hip_atomic_store(&data[ITEM], ITEM + 1, __ATOMIC_RELAXED, AGENT);
        if (ITEM == 0)
            __hip_atomic_store(flag, 1, RELEASE, SCOPE);
    } else {
        while (__hip_atomic_load(flag, ACQUIRE, SCOPE) == 0)
            ;
        out[ITEM] = __hip_atomic_load(&data[ITEM], __ATOMIC_RELAXED, AGENT);
    }
}

/* The workgroup that comes last adds what all have left. */
KERNEL(128) void last_adds(const uint *in, uint *sums, uint *count, uint *out) {
    __shared__ uint values[128], is_last;
    values[ITEM] = in[GROUP * 128 + ITEM];
    barrier();
    if (ITEM == 0) {
        uint sum = 0;
        for (uint k = 0; k < 128; k++)
            sum += values[k];
        sums[GROUP] = sum;
#ifdef RELAXED_COUNT
        is_last = __hip_atomic_fetch_add(count, 1, __ATOMIC_RELAXED, SCOPE) == GROUPS - 1;
#else
        is_last = __hip_atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL, SCOPE) == GROUPS - 1;
#endif
        if (is_last) {
            uint all = 0;
            for (uint k = 0; k < GROUPS; k++)
                all += sums[k];
            *out = all;
        }
    }
}

/* Each workgroup adds to what the one before it has left. */
KERNEL(64) void look_back(const uint *in, uint *flags, uint *sums) {
    if (ITEM == 0) {
        uint before = 0;
        if (GROUP) {
            while (__hip_atomic_load(&flags[GROUP - 1], ACQUIRE, SCOPE) == 0)
                ;
            before = sums[GROUP - 1];
        }
        sums[GROUP] = before + in[GROUP];
        __hip_atomic_store(&flags[GROUP], 1, RELEASE, SCOPE);
    }
}

/* A tile of 16 x 16 in shared memory is turned. */
KERNEL(256) void transpose(const uint *in, uint *out) {
    __shared__ uint tile[16 * 16];
    uint x = ITEM % 16, y = ITEM / 16;
#ifdef OVERLAP
    tile[y * 8 + x] = in[GROUP * 256 + ITEM];
#else
    tile[y * 16 + x] = in[GROUP * 256 + ITEM];
#endif
    barrier();
    out[GROUP * 256 + ITEM] = tile[x * 16 + y];
}

/* How often each of 16 values comes. */
KERNEL(128) void histogram(const uint *in, uint *out) {
    __shared__ uint counts[16];
    if (ITEM < 16)
        counts[ITEM] = 0;
    barrier();
#ifdef NOT_ATOMIC
    counts[in[GROUP * 128 + ITEM] % 16] += 1;
#else
    __hip_atomic_fetch_add(&counts[in[GROUP * 128 + ITEM] % 16], 1, __ATOMIC_RELAXED, WORKGROUP);
#endif
    barrier();
    if (ITEM < 16)
        __hip_atomic_fetch_add(&out[ITEM], counts[ITEM], __ATOMIC_RELAXED, AGENT);
}

/* Each element becomes the sum of its neighbours: from one buffer to another, or in place. */
KERNEL(64) void stencil(uint *in, uint *out) {
    uint i = GROUP * 64 + ITEM, last = GROUPS * 64 - 1;
    uint sum = (i ? in[i - 1] : 0) + in[i] + (i < last ? in[i + 1] : 0);
#ifdef IN_PLACE
    in[i] = sum;
#else
    out[i] = sum;
#endif
}

/* Rounds through one buffer in shared memory. */
KERNEL(128) void rounds(const uint *in, uint *out) {
    __shared__ uint buffer[128];
    uint sum = 0;
    for (uint k = 0; k < 4; k++) {
        buffer[ITEM] = in[k * 128 + ITEM];
        barrier();
        sum += buffer[127 - ITEM];
#ifndef NO_BARRIER
        barrier();
#endif
    }
    out[GROUP * 128 + ITEM] = sum;
}

/* What is even goes to the next free place. */
KERNEL(128) void append(const uint *in, uint *count, uint *out) {
    uint value = in[GROUP * 128 + ITEM];
    if (value % 2 == 0) {
#ifdef NOT_ATOMIC
        out[(*count)++] = value;
#else
        out[__hip_atomic_fetch_add(count, 1, __ATOMIC_RELAXED, AGENT)] = value;
#endif
    }
}

/* Bytes of one dword that different waves write. */
KERNEL(128) void bytes(unsigned char *out) {
#ifdef OVERLAP
    out[GROUP * 128 + ITEM % 64] = (unsigned char)ITEM;
#else
    out[GROUP * 128 + ITEM % 64 * 2 + ITEM / 64] = (unsigned char)ITEM;
#endif
}
