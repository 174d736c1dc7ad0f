/* Work for which there may be too little memory, as nobody needs it: the arena's owner goes on without it. */
#ifndef MMRA_BASE_ATTEMPT_H
#define MMRA_BASE_ATTEMPT_H

#include <stdbool.h>

#include "mmra/base/arena.h"

/* False: memory was exhausted, and what the arena had is gone. */
bool arena_attempt(struct arena *arena, void (*work)(void *user), void *user);

#endif
