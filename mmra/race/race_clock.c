#include "mmra/race/race_clock.h"

void race_clocks_init(struct race_clocks *clocks, struct race_pool *pool, uint32_t invocations) {
    *clocks = (struct race_clocks){.pool = pool, .bits = RACE_LEAF_BITS};
    while (clocks->bits < 32 && (invocations - 1) >> clocks->bits)
        clocks->bits += RACE_PART_BITS;
}

struct race_clock *race_clock_keep(struct race_clock *clock) {
    if (clock)
        clock->references++;
    return clock;
}

static void drop(struct race_clocks *clocks, struct race_clock *node, uint32_t bits) {
    if (!node || --node->references)
        return;
    for (uint32_t i = 0; bits > RACE_LEAF_BITS && i < RACE_PARTS; i++)
        drop(clocks, node->parts[i], bits - RACE_PART_BITS);
    race_pool_give(clocks->pool, node, sizeof *node);
}

void race_clock_drop(struct race_clocks *clocks, struct race_clock *clock) {
    drop(clocks, clock, clocks->bits);
}

/* Returns a node that nobody else has, so that it can be changed. */
static struct race_clock *own(struct race_clocks *clocks, struct race_clock *node, uint32_t bits) {
    if (node && node->references == 1)
        return node;
    struct race_clock *copy = race_pool_take(clocks->pool, sizeof *copy);
    if (node)
        *copy = *node;
    else
        memset(copy, 0, sizeof *copy);
    for (uint32_t i = 0; node && bits > RACE_LEAF_BITS && i < RACE_PARTS; i++)
        race_clock_keep(copy->parts[i]);
    copy->references = 1;
    if (node)
        node->references--;
    return copy;
}

/* ---- the larger of each number ---- */

/* Whether all numbers of `a` are at most those of `b`. */
static bool is_covered(const struct race_clock *a, const struct race_clock *b) {
    uint32_t larger = 0;
    for (uint32_t i = 0; i < RACE_LEAF; i++)
        larger |= a->at[i] > b->at[i];
    return !larger;
}

/* Invariants, which hold before and after each join of two trees, and of each two of their branches:
 * 1. `references` counts who points to a node: owners of clocks, and nodes above it. NULL is counted by nobody.
 * 2. A node with several references does not change: own() makes a copy of it first.
 * 3. No number becomes smaller: each number of the result is the larger of the two.
 * 4. The caller's reference to `a` has become one to the result. The caller's to `b` is as it was; where the result has
 *    `b`, or a branch of it, there is one reference more. */
static struct race_clock *join(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b, uint32_t bits);

static struct race_clock *join_leaves(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b) {
    if (is_covered(b, a))
        return a;
    if (is_covered(a, b)) {
        drop(clocks, a, RACE_LEAF_BITS);
        return race_clock_keep(b);
    }
    a = own(clocks, a, RACE_LEAF_BITS);
    for (uint32_t i = 0; i < RACE_LEAF; i++)
        a->at[i] = a->at[i] > b->at[i] ? a->at[i] : b->at[i];
    return a;
}

/* `a` is changed only where it knows less. A branch that then equals that of `b` becomes the latter, so that both share
 * it. */
static struct race_clock *join_parts(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b,
                                     uint32_t bits) {
    bool is_b = true;
    for (uint32_t i = 0; i < RACE_PARTS; i++) {
        struct race_clock *part = a->parts[i];
        if (part != b->parts[i] && b->parts[i]) {
            bool alone = a->references == 1;
            struct race_clock *joined =
                join(clocks, alone ? part : race_clock_keep(part), b->parts[i], bits - RACE_PART_BITS);
            if (joined == part && !alone)
                drop(clocks, joined, bits - RACE_PART_BITS);
            else if (joined != part) {
                a = own(clocks, a, bits);
                if (!alone)
                    drop(clocks, part, bits - RACE_PART_BITS);
                a->parts[i] = joined;
            }
        }
        is_b &= a->parts[i] == b->parts[i];
    }
    if (!is_b)
        return a;
    drop(clocks, a, bits);
    return race_clock_keep(b);
}

static struct race_clock *join(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b, uint32_t bits) {
    if (a == b || !b)
        return a;
    if (!a)
        return race_clock_keep(b);
    return bits == RACE_LEAF_BITS ? join_leaves(clocks, a, b) : join_parts(clocks, a, b, bits);
}

struct race_clock *race_clock_join(struct race_clocks *clocks, struct race_clock *a, struct race_clock *b) {
    return join(clocks, a, b, clocks->bits);
}

/* ---- one number ---- */

uint32_t *race_clock_leaf(struct race_clocks *clocks, struct race_clock **clock, uint32_t invocation) {
    struct race_clock **node = clock;
    for (uint32_t bits = clocks->bits; bits > RACE_LEAF_BITS; bits -= RACE_PART_BITS) {
        *node = own(clocks, *node, bits);
        node = &(*node)->parts[invocation >> (bits - RACE_PART_BITS) & (RACE_PARTS - 1)];
    }
    *node = own(clocks, *node, RACE_LEAF_BITS);
    return (*node)->at;
}

struct race_clock *race_clock_set(struct race_clocks *clocks, struct race_clock *a, uint32_t invocation,
                                  uint32_t event) {
    if (race_clock_get(clocks, a, invocation) < event)
        race_clock_leaf(clocks, &a, invocation)[invocation % RACE_LEAF] = event;
    return a;
}
