/* Runs that only tell what comes to run: with other numbers in memory, or of another reading of the module. What never
 * ran before and does then has a cause (races.md, "What never ran"). */
#ifndef TRANSLATOR_LITMUS_TRIAL_H
#define TRANSLATOR_LITMUS_TRIAL_H

#include "translator/program/litmus_race.h"

struct litmus_trial {
    struct litmus_race *race;
    struct race_options options; /* of its first order */
    struct arena *run;           /* empty before and after a run */
    const uint8_t *words;        /* what the last run has come to, by word of the module */
    uint64_t steps_left;         /* of all runs */
};

/* Whether there is time for another one. */
bool litmus_trial_begins(const struct litmus_trial *trial);
/* Counts work that takes about as long as so many steps of a run. */
void litmus_trial_spend(struct litmus_trial *trial, uint64_t steps);
/* Runs the first order of the trial's race, or of another reading of its module, and leaves the race as it was. `ran`:
 * by code and instruction, what some invocation has come to. */
void litmus_trial_run(struct litmus_trial *trial, struct litmus_race *race, uint8_t **ran);
/* Whether the last run has come to operations that never ran and have no cause. */
bool litmus_trial_helps(const struct litmus_trial *trial);
/* These have this cause, which lives as long as the race. */
void litmus_trial_explain(struct litmus_trial *trial, const char *cause);

/* Runs other readings of the module, with other specialization constants, lengths of arrays and workgroups. */
void litmus_trial_readings(struct litmus_trial *trial);

#endif
