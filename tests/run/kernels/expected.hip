/* Loops of compare-exchanges that begin with a plain load, as compilers make them of atomics that a processor has not,
 * and programs by hand. Each is right, and has one mistake where the name of one is defined.
 */
#include "kernels.h"

/* A processor without the instruction has a loop here (gfx10 and gfx11; on gfx12 for this one alone). */
KERNEL(64) void most(double *all, double *out) {
    out[GROUP * 64 + ITEM] = __hip_atomic_fetch_max(all, ITEM * 0.5, __ATOMIC_RELAXED, AGENT);
}

/* The values that a lane writes follow from the one that it has loaded. */
KERNEL(64) void steps(uint *count, uint *out) {
    uint *place = &count[ITEM % 2], old = *place, first = old, nothing = out[0];
#ifdef BRANCHES
    if (old > 1000)
        return;
#endif
#ifdef ADDRESSES
    out[1 + old % 2] = 7;
#endif
#ifdef STORES
    out[3 + GROUP * 64 + ITEM] = old;
#endif
#ifdef UNUSED
    uint other = 0;
    __hip_atomic_fetch_add(place, 1, __ATOMIC_RELAXED, AGENT);
    if (nothing)
        out[1] = old; /* never, but it may not be loaded later */
    while (!__hip_atomic_compare_exchange_strong(&count[2], &other, other + 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT))
        ;
    return;
#endif
    uint want;
    do {
        want = (old + 3) * 5;
#ifdef COMPARES_ANOTHER
        old ^= nothing; /* 0, so that it may succeed all the same */
        __hip_atomic_compare_exchange_strong(place, &old, want, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT);
        break;
#endif
#ifdef PLAIN
        *place = want;
    } while (false);
#elif defined ELSEWHERE
    } while (!__hip_atomic_compare_exchange_strong(place + 2, &old, want, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT));
    __hip_atomic_fetch_add(place, 1, __ATOMIC_RELAXED, AGENT);
#elif defined ONCE
    } while (false);
    if (!__hip_atomic_compare_exchange_strong(place, &old, want, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT))
        out[3 + GROUP * 64 + ITEM] = first; /* what it was when the exchange failed */
#elif defined LESS
        uint before = old;
        __hip_atomic_compare_exchange_strong(place, &old, want, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT);
        if (old <= before)
            break;
    } while (true);
#else
    } while (!__hip_atomic_compare_exchange_strong(place, &old, want, __ATOMIC_RELAXED, __ATOMIC_RELAXED, AGENT));
#endif
}

/* In shared memory, of which each wave of a workgroup has a part. */
KERNEL(256) void shared_steps(uint *out) {
    static __shared__ uint count;
    if (ITEM == 0)
        count = GROUP;
    barrier();
    uint old = count;
#ifdef STORES
    out[64 + GROUP * 256 + ITEM] = old;
#endif
    while (!__hip_atomic_compare_exchange_strong(&count, &old, old * 2 + 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED, WORKGROUP))
        ;
    barrier();
    if (ITEM == 0)
        out[GROUP] = count;
}
