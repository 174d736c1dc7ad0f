/* The launch of a kernel that nobody gave: a guess, and narrower ones, on which a race of the guess may not be.
 * docs/reference/machine.md 8 has the rules. */
#ifndef MMRA_MACHINE_LAUNCH_H
#define MMRA_MACHINE_LAUNCH_H

#include "mmra/machine/machine_execute.h"

/* Guesses both: two workgroups along each axis whose numbers the kernel finds, of as many work-items as it was compiled
 * for, along the axes whose numbers it asks for. */
void machine_launch_guess(const struct machine_kernel *kernel, uint32_t groups[3], uint32_t local[3]);

struct machine_launch {
    const struct machine_code *code;
    bool guesses_groups, guesses_local; /* what nobody gave */
    bool within_groups;                 /* all races are of two waves of one workgroup */
};

enum { MACHINE_NARROWER = 2 };

/* Makes the sizes of a dispatch those of the narrower launch `step`, below MACHINE_NARROWER. False: it says nothing
 * about such races, or would be the same launch. */
bool machine_launch_narrow(const struct machine_launch *launch, uint32_t step, struct machine_dispatch *dispatch,
                           struct arena *arena);

#endif
