/* The orders that a verdict is about where nobody says how many (races.md, "Orders"): `race` and the page of `report`
 * say the same. */
#ifndef TRANSLATOR_LITMUS_ORDERS_H
#define TRANSLATOR_LITMUS_ORDERS_H

#include "translator/program/litmus_race.h"

/* Gives one answer for several orders: the order with a finding speaks for them, or the first. */
struct litmus_orders {
    struct race_answer answer;
    struct race_options options;  /* of its run */
    uint32_t run;                 /* its number, from 0 on */
    uint32_t runs;                /* that had come to their ends, up to it if it has a finding */
    uint32_t current;             /* the number of the run that goes on, */
    uint32_t most;                /* of so many, at most; 0: not known yet, */
    uint32_t group_count;         /* that each has, */
    const struct race_answer *at; /* and how far it has come */
    bool alike;                   /* no order could have another answer */
    bool turned;                  /* another run with the second reading has come to its end */
    bool no_memory;               /* for another order, so that no more ran */
    struct race_answer equal;     /* a race where buffer addresses are equal; else nothing */
    struct race_ends ends;        /* of the orders that came to their ends */
    const char *tried;            /* which numbers and contents that nobody chose; NULL: there are none */
    const char *collides;         /* why a race hangs on whether elements are equal that nobody chose; or NULL */
    struct race_doubt counted;    /* the two accesses of that race */
    bool both;                    /* that reading came to its end, too, and nothing is wrong there */
};

/* Run number `run` of a seed: every other one has the second reading of cooperative matrices, if there are some.
 * `length`: accesses of an invocation in the first run, about; 0: not known. */
struct race_options litmus_orders_options(const struct litmus_race *race, const struct race_options *like,
                                          uint64_t seed, uint32_t run, uint32_t length);
/* Accesses of an invocation, about. */
uint32_t litmus_orders_length(const struct litmus_race *race, const struct race_answer *answer);
/* Whether a race or another fault is found. */
bool litmus_orders_find(struct litmus_race *race, const struct race_answer *answer);
/* Runs one more order, and forgets what an earlier one has found. False: memory is over, which ends this order alone.
 */
bool litmus_orders_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                       struct race_answer *answer);
/* After one order in which nothing is wrong: the same order where buffer addresses are equal, if some may be. */
void litmus_orders_try_equal(struct litmus_race *race, struct arena *run, struct litmus_orders *orders);
/* Returns what the verdict takes for granted, which lives as long as the race's arena; NULL: nothing. */
const char *litmus_orders_assumption(struct litmus_race *race, const struct litmus_orders *orders);
/* Whether other orders are alike, if nothing is wrong in a run: no atomic was accessed, or in any order they do the
 * same (mmra/race/race_commute.c). */
bool litmus_orders_alike(const struct race_answer *answer);
/* Whether the run came to its end and nothing is wrong in it. */
bool litmus_orders_are_right(struct litmus_race *race, const struct race_answer *answer);
/* Runs the first order, and others if none is found to be wrong and they may differ, with lengths and numbers as they
 * are. `run` is empty and has what the answer holds; where its memory is over in another order, no more are tried. */
void litmus_orders_run_as_read(struct litmus_race *race, const struct race_options *options, uint64_t seed,
                               struct arena *run, struct litmus_orders *orders);
/* The same, also with lengths and numbers that nobody chose (litmus_orders_run.c). */
void litmus_orders_run(struct litmus_race *race, const struct race_options *options, uint64_t seed, struct arena *run,
                       struct litmus_orders *orders);

#endif
