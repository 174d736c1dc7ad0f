/* Loops that come to nothing. */
#ifndef MMRA_PROGRAM_IDLE_H
#define MMRA_PROGRAM_IDLE_H

#include "mmra/model/program.h"

/* A loop that only counts, as a pause does, and at most looks at quiet cells for nothing: it ends for whatever its
 * condition is computed of, which is never undefined, and what it counts is not live after it. So how often it goes
 * round changes nothing. A choice is a branch whose ways only compute until they come together; its condition is never
 * undefined either. */
enum program_idle_kind { PROGRAM_IDLE_NOT, PROGRAM_IDLE_ROUND, PROGRAM_IDLE_BRANCH, PROGRAM_IDLE_CHOICE };

struct program_idle {
    uint8_t kind;
    uint32_t join; /* of a choice: where the sides come together, and the registers that they set, as bits */
    uint64_t *set;
};

/* Per instruction, made in the arena: whether it is in the round of such a loop, or is its branch, or that of a choice.
 * To be called when `live` is there. Quiet: per cell, that all its accesses are defined atomics in one order; NULL: of
 * none. */
struct program_idle *program_find_idle(const struct program *program, const struct program_thread *thread,
                                       const bool *quiet, struct arena *arena);

#endif
