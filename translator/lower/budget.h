/* What a translation may cost: a constant plus an amount for each word of the module. A few words of SPIR-V can ask for
 * much IR: whole arrays, calls of functions that use many variables, phis after a switch, constants with many uses. A
 * module that costs more than its size allows is refused (SMMRA_UNSUPPORTED), and the message names what grew.
 * SECURITY.md, "Bounds", has what shaders need. */
#ifndef TRANSLATOR_BUDGET_H
#define TRANSLATOR_BUDGET_H

#include <stddef.h>
#include <stdint.h>

enum {
    /* Parts of the IR that have no word of their own: accesses of a whole array, hidden arguments, further edges of a
     * phi. */
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
