/* Machine code as the price list looks at it: which counters an instruction makes rise, which registers it names, which
 * caches it may find something in. Private to cost*.c. */
#ifndef TRANSLATOR_COST_CODE_H
#define TRANSLATOR_COST_CODE_H

#include "mmra/machine/machine_processor.h"
#include "translator/cost/cost_module.h"

enum { COST_REGISTERS = 128 + 1024, COST_REGISTER_WORDS = COST_REGISTERS / 64 }; /* s, v; a from v256 on */

enum { COST_UNREACHED = 0xFF, COST_MAX_YOUNGER = 64 };

struct cost_instruction {
    uint8_t counters; /* that rise: bits of enum machine_counter */
    bool loads, stores, modifies, exchanges, local, scratch, scalar, write_back, barrier;
    bool calls, returns; /* what returns calls, too */
    bool called;         /* the first of a function that returns to a caller */
    bool ordered;        /* falls in order of issue */
    bool at_device;      /* of a store and a write-back: it comes to memory, and not only to the L2 of its die */
    uint8_t bits;        /* enum machine_cache_bit */
    uint8_t scope;       /* enum machine_scope */
    uint8_t hits;        /* enum machine_caches: where a load may find an old copy */
    uint8_t drops;       /* of an invalidation */
    uint64_t target[COST_REGISTER_WORDS], names[COST_REGISTER_WORDS]; /* names: all that it names */
};

struct cost_code {
    const struct machine_code *machine;
    struct cost_instruction *instructions;
    struct cost_module *module; /* or NULL */
    struct arena *arena;
    uint32_t count;
    bool gfx9, one_cu; /* one_cu: a workgroup's waves share V */
    bool one_wave;     /* a workgroup is a wave: nothing is ordered within it */
    bool calls;        /* some instruction calls or returns */
    bool gave_up;      /* walks have taken COST_MOST_STEPS: no more are made */
    uint64_t steps;    /* of all walks */
    /* walks */
    uint8_t *best;    /* by instruction: how few are younger than what is followed; COST_UNREACHED */
    bool *is_waiting; /* by instruction */
    bool returns;     /* the walk has met a return */
    uint32_t *reached, reached_count;
    uint32_t *waiting, waiting_count;
    uint32_t *before_first, *before; /* predecessors */
};

void cost_describe_code(struct cost_code *c, const struct machine_code *machine, struct cost_module *module,
                        struct arena *arena);
/* The bound on the steps of all walks, a few seconds: an instruction is met by a walk for each operation before it, and
 * again for each wait between. */
enum { COST_MOST_STEPS = 100 * 1000 * 1000 };
/* Returns the caches that must not serve reads after an acquire of that scope, or keep writes before a release. */
uint8_t cost_caches_below(const struct cost_code *c, enum mmra_scope scope);

/* Walks over what may come after `from`, or backward before it. `younger` is how many operations of the counter have
 * been issued since what is followed, on the way with fewest; `at` counts from the second time on. The visitor says
 * whether the walk goes on after. */
typedef bool cost_visitor(void *user, uint32_t at, uint32_t younger);
void cost_walk(struct cost_code *c, uint32_t from, uint32_t younger, uint8_t counters, cost_visitor *visit, void *user);
void cost_walk_back(struct cost_code *c, uint32_t from, cost_visitor *visit, void *user);

#endif
