/* What a translation may cost: a constant and so much for each word of the module. SPIR-V can ask in few words for much
 * IR: whole arrays, calls of functions that use many variables, phis behind a switch, constants that stand in many
 * places. What costs more than a module of its size may is refused (SMMRA_UNSUPPORTED) with the name of what grew.
 * docs/performance.md, "Bounds", has what shaders need. */
#ifndef TRANSLATOR_BUDGET_H
#define TRANSLATOR_BUDGET_H

#include <stddef.h>
#include <stdint.h>

enum {
    /* Parts of the IR that no word stands for: accesses of a whole array, hidden arguments, further edges of a phi. */
    BUDGET_PARTS = 1 << 16,
    BUDGET_PARTS_PER_WORD = 16,
    /* Bytes of memory at one time, the IR and its text included. */
    BUDGET_MEMORY = 64 << 20,
    BUDGET_MEMORY_PER_WORD = 1024
};

struct lowering;

static inline size_t budget_of(size_t constant, size_t per_word, size_t words) {
    return words < (SIZE_MAX - constant) / per_word ? constant + per_word * words : SIZE_MAX;
}

/* Takes parts from the budget before they are made. If it has no more, the call ends: `what` says what grew and what to
 * do. */
void budget_spend(struct lowering *l, uint64_t parts, const char *what);

#endif
