/* The judgement of a kernel: it runs as a whole dispatch in several orders, and each but the first runs again with old
 * values, which a load may take where nothing orders the write before it (docs/reference/machine.md 8). */
#ifndef MMRA_MACHINE_JUDGE_H
#define MMRA_MACHINE_JUDGE_H

#include "mmra/machine/machine_arguments.h"

struct machine_judge {
    struct machine_code *code;           /* of machine_read_one() */
    struct machine_dispatch dispatch;    /* its sizes, bounds and goes_on() are the caller's */
    struct machine_race_options options; /* but for waves and weak */
    const struct machine_value *values;
    uint32_t lds, seed;
    const struct machine_memories *recorded; /* NULL: the dispatch was not recorded */
    struct arena *arena;                     /* what one run takes, and its findings: those of the last one are there */
    struct mmra_watch *watch;     /* until the first run begins; what it finds before the time is over counts */
    struct machine_layout layout; /* of the last run */
};

/* The findings of a run. */
struct machine_findings {
    struct machine_result result;
    const struct machine_conflict *conflicts;
    uint32_t count, old_count;
    uint64_t accesses;
    const struct machine_old_value *old_values; /* of the run with old values */
    bool more, between_groups;                  /* conflicts; some may be of two workgroups */
    bool differs;                               /* with old values it ended otherwise */
};

struct machine_judgement {
    struct machine_findings found; /* in the order that speaks */
    uint32_t run, runs;            /* its number; how many came to their end */
    bool no_memory;                /* for a further order */
};

/* Runs the order of this number, and where `several`, further ones until one has a finding. False: nothing is judged;
 * the layout has an error, or the result a fault that is not known. */
bool machine_judge_kernel(struct machine_judge *judge, uint32_t run, bool several, struct machine_judgement *judgement);

#endif
