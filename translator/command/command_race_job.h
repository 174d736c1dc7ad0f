/* Inputs of `race`: what is known of each, and how it is told. */
#ifndef TRANSLATOR_COMMAND_RACE_JOB_H
#define TRANSLATOR_COMMAND_RACE_JOB_H

#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_proven.h"
#include "translator/command/command_race_kernel.h"
#include "translator/command/command_race_known.h"
#include "translator/command/command_race_mend.h"
#include "translator/command/command_recording.h"
#include "translator/command/command_verdict.h"
#include "translator/program/litmus_orders.h"
#include "translator/program/litmus_progress.h"

enum { RUNS_BY_DEFAULT = INT32_MAX };

/* The options of the command. */
struct race_settings {
    struct module_options module;
    smmra_litmus_data data[MODULE_MAX_ITEMS];
    const char *data_paths[MODULE_MAX_ITEMS];
    uint32_t data_count, runs, seed, steps, timeout, most, megabytes, workers, progress;
    bool requires_coverage, no_prove, shows_all;
    struct race_kernel_settings kernel;
};
extern struct race_settings race_settings;

struct race_job {
    struct work work;
    struct arena run;   /* what a run takes, and its findings */
    struct arena trial; /* what a run takes that only tells what comes to run */
    struct litmus_race race;
    struct module_options module;
    struct recording recording;
    struct litmus_race drivers; /* the module as drivers read it, if both readings are asked for */
    bool is_for_both;
    uint32_t length; /* accesses of an invocation in the first run, about */
    double seconds;  /* that the runs of an answer took */
    struct mend mend;
    const struct litmus_messages *mended; /* what it is of; NULL: another fault than a race or a barrier */
    uint32_t mended_groups[2];            /* of the two invocations that race */
    int mend_goes_to;                     /* a pipe, of race_mend_of(); 0: none */
    bool mend_is_of_one_group;            /* where two ran, which have another fault after it */
    bool is_mendable;                     /* it is a source, and a mend was looked for */
    const char *structure;                /* what helps where no such change does, or what one does besides; or NULL */
    bool is_trial;                        /* of one: nothing but the exit status matters */
    struct litmus_progress progress;
    const struct model_operation *lost; /* where a helper invocation is elected in place of a fragment; or NULL */
    struct race_known known;
    const struct module_file *file;
    struct proven proven;
};

/* A run of a mend is judged by this besides what the command judges by. */
struct race_trial {
    bool fills;     /* arrays that have become atomics keep the contents that showed the race */
    bool one_group; /* it is of one workgroup */
    bool elects;    /* a helper that may be elected is a fault */
    bool needs_obe; /* more progress than `obe` is one */
};
extern struct race_trial race_trial;

/* ---- command_race_mended.c ---- */

/* Looks for a mend of what was found, or else of what is said besides. */
void race_find_mend(struct race_job *job, const struct litmus_orders *told, race_run_module *run_trial);
/* Returns what is said of the mend, which is there. */
const char *race_mend_headline(struct race_job *job);
void race_print_mend(struct race_job *job);
/* Writes what is said and the difference, if there is a mend. */
void race_hand_over_mend(struct race_job *job, int end);

/* ---- command_race_print.c ---- */

/* The input's name, as a terminal may have it. */
const char *race_shown(const struct race_job *job);
/* Why no more is known of the answer; NULL: it is known. */
const char *race_unknown_reason(struct race_job *job, const struct litmus_orders *told);
/* The fault that an answer is about; NULL: none. */
const char *race_headline(struct race_job *job, const struct race_answer *answer);
/* `drivers`: whether drivers' reading has a race too; NULL: it was not asked for. Races of another execution, in which
 * what never ran is executed, are not known. */
struct verdict_scope race_scope(struct race_job *job, const bool *drivers);
void race_print_text(struct race_job *job, const struct litmus_orders *told, const bool *drivers);
void race_print_json(struct race_job *job, const struct litmus_orders *told, const bool *drivers);

#endif
