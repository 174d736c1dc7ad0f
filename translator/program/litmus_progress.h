/* Which progress of workgroups a module needs to come to its end (races.md, "Progress"). */
#ifndef TRANSLATOR_LITMUS_PROGRESS_H
#define TRANSLATOR_LITMUS_PROGRESS_H

#include "translator/program/litmus_orders.h"

struct litmus_progress {
    bool is_told;                /* some workgroup waits for another, or may: the rest holds */
    bool is_unknown;             /* a run did not come to its end: more may be needed */
    uint8_t needs;               /* enum race_progress: the weakest that suffices on the runs that were made */
    struct race_wait wait;       /* in a run with less progress; its `at` is NULL where none waits */
    bool fails[RACE_PROGRESSES]; /* a workgroup waits for ever where no more is promised */
};

/* The names of models of progress as --progress has them, by enum race_progress; then NULL. */
extern const char *const litmus_progress_names[];

/* After runs that keep `fair` and in which nothing is wrong; the options have what is promised instead. */
void litmus_progress_judge(struct litmus_race *race, const struct race_options *like, uint64_t seed, struct arena *run,
                           const struct litmus_orders *orders, struct litmus_progress *progress);
/* "workgroup 0 waits for workgroup 1, which need not have started", which lives as long as the race. */
const char *litmus_progress_text(struct litmus_race *race, const struct litmus_progress *progress);
/* Returns what a model promises, and what may be done about a module that needs it. */
const char *litmus_progress_advice(const struct litmus_race *race, uint8_t needs);

#endif
