/* Dominators of random graphs, with circles that have several entries, against what they are: blocks without which
 * there is no way. */
#include "testing.h"

#include "mmra/base/dominators.h"

enum { MAX_BLOCKS = 12, MAX_EDGES = 3 * MAX_BLOCKS, GRAPHS = 3000 };

struct random_graph {
    uint32_t successors[MAX_EDGES], from[MAX_BLOCKS + 1], predecessors[MAX_BLOCKS];
    uint32_t count;
};

static uint64_t generator = 1;

static uint32_t below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

/* No edge leads to the first block, as in LLVM. */
static void make_graph(struct random_graph *g) {
    memset(g, 0, sizeof *g);
    g->count = 2 + below(MAX_BLOCKS - 1);
    for (uint32_t block = 0; block < g->count; block++) {
        uint32_t edges = below(4);
        g->from[block + 1] = g->from[block] + edges;
        for (uint32_t e = g->from[block]; e < g->from[block + 1]; e++) {
            g->successors[e] = 1 + below(g->count - 1);
            g->predecessors[g->successors[e]]++;
        }
    }
}

/* Whether a way leads from the first block to `target` that does not go through `without`. */
static bool leads_to(const struct random_graph *g, uint32_t target, uint32_t without) {
    bool seen[MAX_BLOCKS] = {false};
    uint32_t stack[MAX_BLOCKS], depth = 0;
    if (without != 0)
        seen[stack[depth++] = 0] = true;
    while (depth) {
        uint32_t block = stack[--depth];
        for (uint32_t e = g->from[block]; e < g->from[block + 1]; e++)
            if (!seen[g->successors[e]] && g->successors[e] != without)
                seen[stack[depth++] = g->successors[e]] = true;
    }
    return seen[target];
}

static void test_random_graphs(void **state) {
    (void)state;
    for (uint32_t i = 0; i < GRAPHS; i++) {
        struct arena arena;
        struct random_graph g;
        testing_arena(&arena);
        make_graph(&g);
        const struct block_graph graph = {.count = g.count,
                                          .successors = g.successors,
                                          .successor_from = g.from,
                                          .predecessor_count = g.predecessors};
        struct dominators d = dominators_find(&arena, &graph);
        for (uint32_t above = 0; above < g.count; above++)
            for (uint32_t block = 0; block < g.count; block++) {
                bool reached = leads_to(&g, block, MAX_BLOCKS);
                assert_int_equal(dominators_reached(&d, block), reached);
                if (dominators_reached(&d, above) || !reached)
                    assert_int_equal(dominators_hold(&d, above, block), above == block || !leads_to(&g, block, above));
            }
        arena_destroy(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
