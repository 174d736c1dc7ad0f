/* Sets of facts that follow control through the blocks of a function, forward or backward, until nothing grows. Facts
 * of several ways to a block are united; what they do to each other is the caller's table of effects. */
#ifndef MMRA_DATAFLOW_H
#define MMRA_DATAFLOW_H

#include "mmra/passes/flow.h"

/* The effect of an instruction, a call or a block on the facts before it: some are gained, and of the others some kept.
 */
struct dataflow_effect {
    uint64_t gained, kept;
};

static inline uint64_t dataflow_behind(struct dataflow_effect effect, uint64_t facts) {
    return effect.gained | (facts & effect.kept);
}

/* The effect of `first`, and then of `second`. */
static inline struct dataflow_effect dataflow_both(struct dataflow_effect first, struct dataflow_effect second) {
    return (struct dataflow_effect){dataflow_behind(second, first.gained), first.kept & second.kept};
}

/* Blocks that are to be looked at, the last one first; none waits twice. */
struct dataflow_list {
    uint32_t *blocks, count;
    bool *waits; /* by block */
};
struct dataflow_list dataflow_new_list(struct arena *arena, uint32_t blocks);
static inline void dataflow_wait(struct dataflow_list *list, uint32_t block) {
    if (!list->waits[block])
        list->blocks[list->count++] = block;
    list->waits[block] = true;
}
/* Takes the next block of a list that is not empty. */
static inline uint32_t dataflow_next(struct dataflow_list *list) {
    uint32_t block = list->blocks[--list->count];
    list->waits[block] = false;
    return block;
}

struct dataflow {
    struct ir_module *module;
    bool backward;                   /* from the returns to the entry */
    struct flow_edges edges;         /* the way that facts go: of a backward one the predecessors */
    struct dataflow_effect *effects; /* by block */
    uint64_t *facts;                 /* by block: those where it begins, or, backward, where it ends */
    struct dataflow_list list;
};

/* Returns one without effects or facts. */
struct dataflow dataflow_new(struct ir_module *module, struct flow_edges edges, bool backward);

/* Finds the facts of the function's blocks, from those with which it is entered or, backward, returns. */
void dataflow_solve(struct dataflow *d, ir_function function, uint64_t facts);

#endif
