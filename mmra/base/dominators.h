/* Graphs of blocks, and which block control must have passed to get to another. */
#ifndef MMRA_DOMINATORS_H
#define MMRA_DOMINATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"

/* Which blocks of a function may follow which. Its blocks are numbered from its first on. */
struct block_graph {
    uint32_t first, count;          /* blocks of the module */
    const uint32_t *successors;     /* as blocks of the module: see graph_successor */
    const uint32_t *successor_from; /* by block, and one after: in `successors` */
    const uint32_t *predecessor_count;
};
static inline uint32_t graph_successor(const struct block_graph *graph, uint32_t edge) {
    return graph->successors[edge] - graph->first;
}

/* The tree of dominators as numbers in preorder, by block of the graph: a block dominates the `size` blocks whose
 * numbers begin with its own. Both are 0 for a block that control never reaches. */
struct dominators {
    uint32_t *first, *size;
};
struct dominators dominators_find(struct arena *arena, const struct block_graph *graph);
static inline bool dominators_reached(const struct dominators *d, uint32_t block) {
    return d->size[block];
}
/* Whether all ways to `below` lead through `above`; also if none leads there. */
static inline bool dominators_hold(const struct dominators *d, uint32_t above, uint32_t below) {
    return !d->size[below] || d->first[below] - d->first[above] < d->size[above];
}

#endif
