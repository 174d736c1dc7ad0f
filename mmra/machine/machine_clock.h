/* Clocks: of each wave, how far others know it. They never change; several hold one. */
#ifndef MMRA_MACHINE_CLOCK_H
#define MMRA_MACHINE_CLOCK_H

#include "mmra/base/arena.h"
#include "mmra/machine/machine.h"

/* An access of the wave is known to have been issued, or to have performed, if its number is at most this: the second
 * for the accesses of each counter. */
struct machine_known {
    uint32_t wave, issued, done[MACHINE_COUNTERS];
};

struct machine_clock {
    uint32_t holders, count, size_class;
    struct machine_known entries[]; /* in order of waves */
};

union machine_free_clock;

struct machine_clocks {
    struct arena *arena;
    union machine_free_clock *free[32]; /* by size, as powers of two */
};

/* A clock of so many entries, not filled in, with one holder. */
struct machine_clock *machine_clock_make(struct machine_clocks *clocks, uint32_t count);
/* One holder more, or less; NULL is the clock that knows nobody. */
struct machine_clock *machine_clock_hold(struct machine_clock *clock);
void machine_clock_drop(struct machine_clocks *clocks, struct machine_clock *clock);
/* Makes `*clock` know what the other one knows too. */
void machine_clock_learn(struct machine_clocks *clocks, struct machine_clock **clock, struct machine_clock *other);
/* What it knows of the wave, or NULL. */
const struct machine_known *machine_clock_find(const struct machine_clock *clock, uint32_t wave);

#endif
