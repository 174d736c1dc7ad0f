#include "mmra/race/race_clock.h"

enum { LEAST_CHUNK = 64 };

void race_clocks_init(struct race_clocks *pool, struct arena *arena, uint32_t invocations, uint32_t group_size) {
    uint32_t size = group_size < LEAST_CHUNK ? LEAST_CHUNK : group_size;
    *pool = (struct race_clocks){.arena = arena, .chunk_count = invocations / size + 1, .chunk_size = size};
}

/* ---- parts ---- */

static struct race_chunk *new_chunk(struct race_clocks *pool, const struct race_chunk *like) {
    struct race_chunk *chunk = pool->free_chunks;
    if (chunk)
        pool->free_chunks = chunk->next;
    else
        chunk = arena_allocate(pool->arena, sizeof *chunk + pool->chunk_size * sizeof *chunk->at);
    chunk->references = 1;
    if (like)
        memcpy(chunk->at, like->at, pool->chunk_size * sizeof *chunk->at);
    else
        memset(chunk->at, 0, pool->chunk_size * sizeof *chunk->at);
    return chunk;
}

static void drop_chunk(struct race_clocks *pool, struct race_chunk *chunk) {
    if (!chunk || --chunk->references)
        return;
    chunk->next = pool->free_chunks;
    pool->free_chunks = chunk;
}

static struct race_chunk *keep_chunk(struct race_chunk *chunk) {
    if (chunk)
        chunk->references++;
    return chunk;
}

/* Whether all numbers of `a` are at most those of `b`. */
static bool is_covered(const struct race_clocks *pool, const struct race_chunk *a, const struct race_chunk *b) {
    for (uint32_t i = 0; i < pool->chunk_size; i++)
        if (a->at[i] > b->at[i])
            return false;
    return true;
}

/* ---- clocks ---- */

struct race_clock *race_clock_keep(struct race_clock *clock) {
    if (clock)
        clock->references++;
    return clock;
}

void race_clock_drop(struct race_clocks *pool, struct race_clock *clock) {
    if (!clock || --clock->references)
        return;
    for (uint32_t i = 0; i < pool->chunk_count; i++)
        drop_chunk(pool, clock->chunks[i]);
    clock->next = pool->free_clocks;
    pool->free_clocks = clock;
}

static struct race_clock *new_clock(struct race_clocks *pool) {
    struct race_clock *clock = pool->free_clocks;
    if (clock)
        pool->free_clocks = clock->next;
    else
        clock = arena_allocate(pool->arena, sizeof *clock + pool->chunk_count * sizeof *clock->chunks);
    clock->references = 1;
    return clock;
}

/* Returns a clock that nobody else has, so that it can be changed. */
static struct race_clock *own(struct race_clocks *pool, struct race_clock *a) {
    if (a && a->references == 1)
        return a;
    struct race_clock *clock = new_clock(pool);
    for (uint32_t i = 0; i < pool->chunk_count; i++)
        clock->chunks[i] = a ? keep_chunk(a->chunks[i]) : NULL;
    race_clock_drop(pool, a);
    return clock;
}

static struct race_chunk *own_chunk(struct race_clocks *pool, struct race_chunk *chunk) {
    if (chunk && chunk->references == 1)
        return chunk;
    struct race_chunk *copy = new_chunk(pool, chunk);
    drop_chunk(pool, chunk);
    return copy;
}

static struct race_chunk *join_chunks(struct race_clocks *pool, struct race_chunk *a, struct race_chunk *b) {
    if (a == b || !b)
        return a;
    if (!a || is_covered(pool, a, b)) {
        drop_chunk(pool, a);
        return keep_chunk(b);
    }
    if (is_covered(pool, b, a))
        return a;
    a = own_chunk(pool, a);
    for (uint32_t i = 0; i < pool->chunk_size; i++)
        a->at[i] = a->at[i] > b->at[i] ? a->at[i] : b->at[i];
    return a;
}

static bool is_same(const struct race_clocks *pool, const struct race_clock *a, const struct race_clock *b) {
    return memcmp(a->chunks, b->chunks, pool->chunk_count * sizeof *a->chunks) == 0;
}

struct race_clock *race_clock_join(struct race_clocks *pool, struct race_clock *a, struct race_clock *b) {
    if (a == b || !b)
        return a;
    if (!a)
        return race_clock_keep(b);
    if (is_same(pool, a, b)) {
        race_clock_drop(pool, a);
        return race_clock_keep(b);
    }
    a = own(pool, a);
    for (uint32_t i = 0; i < pool->chunk_count; i++)
        a->chunks[i] = join_chunks(pool, a->chunks[i], b->chunks[i]);
    if (!is_same(pool, a, b))
        return a;
    race_clock_drop(pool, a);
    return race_clock_keep(b);
}

struct race_clock *race_clock_set(struct race_clocks *pool, struct race_clock *a, uint32_t invocation, uint32_t event) {
    if (race_clock_get(pool, a, invocation) >= event)
        return a;
    a = own(pool, a);
    struct race_chunk **chunk = &a->chunks[invocation / pool->chunk_size];
    *chunk = own_chunk(pool, *chunk);
    (*chunk)->at[invocation % pool->chunk_size] = event;
    return a;
}
