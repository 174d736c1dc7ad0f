/* Memory of a run that is given back and handed out again: a run of many invocations keeps what those that run now
 * need. */
#ifndef MMRA_RACE_POOL_H
#define MMRA_RACE_POOL_H

#include "mmra/base/arena.h"

enum { RACE_POOL_CLASSES = 320 };

struct race_pool {
    struct arena *arena;
    void *free[RACE_POOL_CLASSES]; /* by size, each list linked by its items' first word */
};

/* At least `size` bytes, not cleared. */
void *race_pool_take(struct race_pool *pool, size_t size);
/* The item was taken with this size; NULL is none. */
void race_pool_give(struct race_pool *pool, void *item, size_t size);
/* arena_grow() that gives the old array back, and begins with one element. */
void race_pool_grow(struct race_pool *pool, void *items, uint32_t count, uint32_t *capacity, size_t size);

#define RACE_PUSH(pool, items, count, capacity)                                                                        \
    (((count) == (capacity) ? race_pool_grow((pool), &(items), (count), &(capacity), sizeof *(items)) : (void)0),      \
     &(items)[(count)++])

#endif
