/* One program before several deciders: the explorer, the explorer without its reductions, and runs of `race`. */
#ifndef TESTS_DECIDERS_JUDGE_H
#define TESTS_DECIDERS_JUDGE_H

#include "mmra/litmus/litmus.h"
#include "mmra/race/race.h"

enum contradiction {
    RACE_BY_REDUCTIONS = 1 << 0,     /* a data race with the reductions alone, or without them alone */
    OUTCOMES_BY_REDUCTIONS = 1 << 1, /* other outcomes, or other undefined reads */
    ENDS_BY_REDUCTIONS = 1 << 2,     /* a thread that never ends, undefined behaviour, divergence: likewise */
    RACE_OF_NO_EXECUTION = 1 << 3,   /* `race` has found one, and no execution has any */
    RACE_NOT_FOUND = 1 << 4,         /* some execution has one, and no run found it, in whatever order */
    ENDLESS_BY_RACE = 1 << 5,        /* `race` goes round for ever, and every execution comes to its end */
    DIVERGENT_BY_RACE = 1 << 6,      /* likewise of a control barrier to which not all come */
    FAULT_BY_RACE = 1 << 7,          /* and of undefined behaviour */
    CONTRADICTIONS = 8
};

extern const char *const contradiction_names[CONTRADICTIONS];

struct judgment {
    bool read;               /* it is a program */
    uint32_t deciders;       /* that gave an answer: bit 0 the explorer, 1 without reductions, 2 the runs */
    uint32_t contradictions; /* enum contradiction */
    uint32_t verdicts;       /* what was said, as bits that nobody reads: a feature of the program */
};

/* Each decider of executions takes at most so long; 0: as long as its other limits last. */
extern uint32_t judge_milliseconds;

/* `runs`: of `race`, each in another order; more where a race is not found in them. */
void judge(const char *text, uint32_t runs, struct judgment *judgment);

/* A program that was read, and how `race` runs it; NULL: it does not. */
struct judged {
    struct litmus *litmus;
    void (*run)(void *user, const struct race_options *options, struct arena *arena, struct race_answer *answer);
    void *user;
    uint32_t steps; /* of a run, at most */
};

/* Judges such a program: adds to the judgment. */
void judge_read(const struct judged *judged, uint32_t runs, struct arena *arena, struct judgment *judgment);
/* Calls a function that reads a program and judges it, in an arena that has a bound; the judgment is empty before. */
void judge_within(void (*hear_it)(void *user, struct arena *arena, struct judgment *judgment), void *user,
                  struct judgment *judgment);

#endif
