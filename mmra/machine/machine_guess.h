/* Arguments that nobody gave. Buffers hold 0 and grow with the accesses, all numbers have one value for each trial, and
 * what is used as a pointer within a value becomes one to a buffer. docs/reference/machine.md 8 has the rules. */
#ifndef MMRA_MACHINE_GUESS_H
#define MMRA_MACHINE_GUESS_H

#include "mmra/base/text.h"
#include "mmra/machine/machine_judge.h"

enum { MACHINE_TRIALS = 3 };

struct machine_guess {
    struct machine_judge *judge;
    struct machine_value *values; /* those of the judge */
    struct arena *arena;          /* of what they hold */
    bool guessed[MACHINE_MAX_ARGUMENTS];
    bool any, any_number, guesses_lds; /* of them; whether shared memory may grow */
    uint32_t number;                   /* that all numbers have */
    uint32_t argument, slot;           /* what is tried as a pointer, of 8 bytes each; no argument: nothing */
    bool is_trying;
    uint32_t line;       /* of the fault that it is to mend */
    const char *gave_up; /* not NULL: why the trial says nothing */
};

/* Guesses what is not given; `lds_is_given`: shared memory does not grow. The dispatch of the judge has its sizes. */
void machine_guess_make(struct machine_guess *guess, struct machine_judge *judge, struct machine_value *values,
                        struct arena *arena, bool lds_is_given);

/* Begins trial number `trial`, below MACHINE_TRIALS; false: it would be like those before. */
bool machine_guess_begin(struct machine_guess *guess, uint32_t trial);

/* After a run: whether it ended at a guess that is now another one, so that it must be made again. */
bool machine_guess_mend(struct machine_guess *guess, const struct machine_result *result);

/* Writes the guesses, as a part of a sentence. */
void machine_guess_tell(const struct machine_guess *guess, struct text *text);

#endif
