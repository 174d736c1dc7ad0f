/* A litmus program that runs once, in one order, as a dispatch of one workgroup: each thread is an invocation. */
#ifndef TESTS_LITMUS_RUN_PROGRAM_H
#define TESTS_LITMUS_RUN_PROGRAM_H

#include "mmra/race/race.h"

/* The answer and what it names live in the arena. */
void run_program(struct program *program, const struct race_options *options, struct arena *arena,
                 struct race_answer *answer);

#endif
