/* Vector clocks: for each invocation the last of its events that is known to happen before something. Most invocations
 * of a workgroup know the same, and nothing of most other workgroups: so a clock is a tree without the branches that
 * know nothing, and clocks share branches, which never change. */
#ifndef MMRA_RACE_CLOCK_H
#define MMRA_RACE_CLOCK_H

#include <stdbool.h>

#include "mmra/race/race_pool.h"

enum { RACE_PART_BITS = 4, RACE_PARTS = 1 << RACE_PART_BITS, RACE_LEAF_BITS = 5, RACE_LEAF = 1 << RACE_LEAF_BITS };

struct race_clock { /* NULL is the clock that knows of nothing */
    uint32_t references;
    union {
        struct race_clock *parts[RACE_PARTS];
        uint32_t at[RACE_LEAF]; /* of a leaf */
    };
};

struct race_clocks {
    struct race_pool *pool;
    uint32_t bits; /* of the numbers of invocations, at least RACE_LEAF_BITS */
};

void race_clocks_init(struct race_clocks *clocks, struct race_pool *pool, uint32_t invocations);
struct race_clock *race_clock_keep(struct race_clock *clock);
void race_clock_drop(struct race_clocks *clocks, struct race_clock *clock);
/* The larger of each number. The caller's reference to `a` becomes one to the result; `b` stays the caller's. */
struct race_clock *race_clock_join(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b);
/* The same, with the larger of one invocation's number and `event`. */
struct race_clock *race_clock_set(struct race_clocks *clocks, struct race_clock *a, uint32_t invocation,
                                  uint32_t event);
/* The numbers of an invocation and those beside it, RACE_LEAF from a multiple of that on, to be made larger; they may
 * be until the clock is shared again. The caller's reference to `clock` becomes one to the result. */
uint32_t *race_clock_leaf(struct race_clocks *clocks, struct race_clock **clock, uint32_t invocation);

static inline uint32_t race_clock_get(const struct race_clocks *clocks, const struct race_clock *clock,
                                      uint32_t invocation) {
    for (uint32_t bits = clocks->bits; clock && bits > RACE_LEAF_BITS; bits -= RACE_PART_BITS)
        clock = clock->parts[invocation >> (bits - RACE_PART_BITS) & (RACE_PARTS - 1)];
    return clock ? clock->at[invocation & (RACE_LEAF - 1)] : 0;
}

#endif
