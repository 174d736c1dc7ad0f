/* Loops that come to nothing. */
#ifndef MMRA_PROGRAM_IDLE_H
#define MMRA_PROGRAM_IDLE_H

#include "mmra/model/program.h"

/* A loop that only counts, as a pause does: it ends for whatever its condition is computed of, which is never
 * undefined, and what it counts is not live behind it. So how often it goes round changes nothing. */
enum program_idle { PROGRAM_IDLE_NOT, PROGRAM_IDLE_ROUND, PROGRAM_IDLE_BRANCH };

/* Per instruction, made in the arena: whether it is in the round of such a loop, or is its branch. To be called when
 * `live` is there. */
uint8_t *program_find_idle(const struct program_thread *thread, struct arena *arena);

#endif
