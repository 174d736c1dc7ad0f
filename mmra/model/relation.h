/* Relations over the events of one execution, as bit matrices, with the operators that memory models are written in.
 *
 * Every operator returns a new relation from a pool; relations_begin() takes all of them back at once. So a model is
 * written as a list of definitions, without freeing anything, and is evaluated many thousand times in the same memory.
 * A set of events is one row of bits. Row i of a relation is the set of events that event i is related to.
 *
 * The rows of a relation follow each other. With many events a model's hundreds of relations would take gigabytes so,
 * though most of their rows are equal: rows stand apart then, equal ones once in the pool, and a relation has the
 * address of each. */
#ifndef MMRA_RELATION_H
#define MMRA_RELATION_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "mmra/base/index.h"

typedef uint64_t *relation;
typedef uint64_t *event_set;

/* Rows stand apart where there are more events than these. */
enum { RELATIONS_MOST_TOGETHER = 256 };

struct relations_block {
    uint64_t *words;
    size_t size;
};

struct relations {
    struct arena *arena;
    uint32_t count; /* events */
    uint32_t words; /* of one row */
    bool apart;
    struct relations_block *blocks; /* what relations and sets are cut from */
    uint32_t block_count, block_capacity, block;
    size_t used;           /* words of blocks[block] */
    const uint64_t **rows; /* apart: the rows, each once */
    uint32_t row_count, row_capacity;
    struct mmra_index index;       /* of rows */
    uint64_t key;                  /* of its hashes */
    event_set scratch;             /* a row that is being made */
    struct relations_block matrix; /* rows of one relation together, while it is made */
};

void relations_init(struct relations *pool, struct arena *arena);
/* Takes back all relations and sets; what is made from now on is over `count` events. */
void relations_begin(struct relations *pool, uint32_t count);

/* Room for a number for each event, until relations_begin(). */
uint32_t *relations_numbers(struct relations *pool);

/* ---- sets ---- */
event_set set_empty(struct relations *pool);
event_set set_union(struct relations *pool, const uint64_t *a, const uint64_t *b);
event_set set_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b);
event_set set_minus(struct relations *pool, const uint64_t *a, const uint64_t *b);

static inline void set_add(event_set set, uint32_t event) {
    set[event / 64] |= (uint64_t)1 << (event % 64);
}
static inline bool set_has(const uint64_t *set, uint32_t event) {
    return set[event / 64] >> (event % 64) & 1;
}
/* The first member at or after `from`; the number of events if there is none. */
static inline uint32_t set_next(const struct relations *pool, const uint64_t *set, uint32_t from) {
    if (from >= pool->count)
        return pool->count;
    uint32_t word = from / 64;
    uint64_t bits = set[word] & (UINT64_MAX << (from % 64));
    while (!bits) {
        if (++word == pool->words)
            return pool->count;
        bits = set[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* for (each member of a set) */
#define SET_EACH(pool, set, event)                                                                                     \
    for (uint32_t event = set_next((pool), (set), 0); event < (pool)->count; event = set_next((pool), (set), event + 1))

/* ---- relations ---- */
relation relation_empty(struct relations *pool);
relation relation_copy(struct relations *pool, const uint64_t *a);
relation relation_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b);
relation relation_minus(struct relations *pool, const uint64_t *a, const uint64_t *b);
relation relation_inverse(struct relations *pool, const uint64_t *a);
relation relation_product(struct relations *pool, const uint64_t *from, const uint64_t *to); /* from x to */
relation relation_identity(struct relations *pool, const uint64_t *set);                     /* [set] */
/* [set] ; { (a, b): keys[a] == keys[b] } ; [set] */
relation relation_same_key(struct relations *pool, const uint64_t *set, const uint32_t *keys);
relation relation_reflexive(struct relations *pool, const uint64_t *a);                 /* a? */
relation relation_closure(struct relations *pool, const uint64_t *a);                   /* a+ */
relation relation_from(struct relations *pool, const uint64_t *set, const uint64_t *a); /* [set];a */
relation relation_into(struct relations *pool, const uint64_t *a, const uint64_t *set); /* a;[set] */
relation relation_immediate(struct relations *pool, const uint64_t *a);                 /* a \ (a;a+) */

relation relation_union_all(struct relations *pool, const uint64_t *const *terms, uint32_t count);
relation relation_chain_all(struct relations *pool, const uint64_t *const *terms, uint32_t count);
#define RELATION_COUNT(...) (sizeof((const uint64_t *[]){__VA_ARGS__}) / sizeof(const uint64_t *))
/* a | b | c ... */
#define RELATION_UNION(pool, ...)                                                                                      \
    relation_union_all((pool), (const uint64_t *[]){__VA_ARGS__}, RELATION_COUNT(__VA_ARGS__))
/* a ; b ; c ... */
#define RELATION_CHAIN(pool, ...)                                                                                      \
    relation_chain_all((pool), (const uint64_t *[]){__VA_ARGS__}, RELATION_COUNT(__VA_ARGS__))

bool relation_is_empty(const struct relations *pool, const uint64_t *a);
bool relation_equal(const struct relations *pool, const uint64_t *a, const uint64_t *b);
bool relation_irreflexive(const struct relations *pool, const uint64_t *a);
bool relation_acyclic(struct relations *pool, const uint64_t *a);

/* Apart, the lowest bit of a row's address says that this relation alone has the row, which may be changed. */
static inline const uint64_t *relation_row(const struct relations *pool, const uint64_t *a, uint32_t event) {
    return pool->apart ? (const uint64_t *)(uintptr_t)(a[event] & ~UINT64_C(1)) : a + (size_t)event * pool->words;
}
/* The row, of which nobody else has a part. */
event_set relation_own_row(struct relations *pool, relation a, uint32_t event);

static inline void relation_add(struct relations *pool, relation a, uint32_t from, uint32_t to) {
    set_add(relation_own_row(pool, a, from), to);
}
static inline void relation_remove(struct relations *pool, relation a, uint32_t from, uint32_t to) {
    relation_own_row(pool, a, from)[to / 64] &= ~(UINT64_C(1) << (to % 64));
}
static inline bool relation_has(const struct relations *pool, const uint64_t *a, uint32_t from, uint32_t to) {
    return set_has(relation_row(pool, a, from), to);
}
void relation_set_row(struct relations *pool, relation a, uint32_t event, const uint64_t *set);

#endif
