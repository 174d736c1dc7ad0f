/* Vector clocks: for each invocation the last of its events that is known to happen before something. Most invocations
 * of a workgroup know the same, so that clocks and their parts are shared and never change. */
#ifndef MMRA_RACE_CLOCK_H
#define MMRA_RACE_CLOCK_H

#include <stdbool.h>

#include "mmra/base/arena.h"

struct race_chunk {
    uint32_t references;
    struct race_chunk *next; /* of those that are free */
    uint32_t at[];
};

struct race_clock { /* NULL is the clock that knows of nothing */
    uint32_t references;
    struct race_clock *next;
    struct race_chunk *chunks[]; /* NULL: of zeros */
};

struct race_clocks {
    struct arena *arena;
    uint32_t chunk_count, chunk_size;
    struct race_chunk *free_chunks;
    struct race_clock *free_clocks;
};

void race_clocks_init(struct race_clocks *pool, struct arena *arena, uint32_t invocations, uint32_t group_size);
struct race_clock *race_clock_keep(struct race_clock *clock);
void race_clock_drop(struct race_clocks *pool, struct race_clock *clock);
/* The larger of each number. The caller's reference to `a` becomes one to the result; `b` stays the caller's. */
struct race_clock *race_clock_join(struct race_clocks *pool, struct race_clock *a, struct race_clock *b);
/* The same, with the larger of one invocation's number and `event`. */
struct race_clock *race_clock_set(struct race_clocks *pool, struct race_clock *a, uint32_t invocation, uint32_t event);

static inline uint32_t race_clock_get(const struct race_clocks *pool, const struct race_clock *clock,
                                      uint32_t invocation) {
    const struct race_chunk *chunk = clock ? clock->chunks[invocation / pool->chunk_size] : NULL;
    return chunk ? chunk->at[invocation % pool->chunk_size] : 0;
}

#endif
