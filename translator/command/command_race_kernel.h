/* race of machine code: a kernel, as assembly or in a code object, runs as a whole dispatch
 * (mmra/machine/machine_race.h). */
#ifndef TRANSLATOR_COMMAND_RACE_KERNEL_H
#define TRANSLATOR_COMMAND_RACE_KERNEL_H

#include "translator/command/command.h"

struct recording;

enum { KERNEL_MOST_ARGUMENTS = 64, KERNEL_MOST_LINES = 64 };

struct race_kernel_settings {
    uint32_t mcpu;       /* enum machine_processor; MACHINE_PROCESSOR_COUNT: not given */
    const char *objdump; /* decodes code objects; NULL: not given */
    const char *arguments[KERNEL_MOST_ARGUMENTS];
    uint32_t argument_count;
    uint32_t atomic_lines[KERNEL_MOST_LINES], atomic_count;
    uint32_t lds;        /* bytes of shared memory beside what the kernel says */
    uint32_t cluster[3]; /* workgroups of a cluster; 0: not given */
};

/* The options of both kinds of input. */
struct race_kernel_run {
    const struct race_kernel_settings *settings;
    const uint32_t *groups, *local;    /* 0: not given */
    const char *entry;                 /* NULL: not given */
    const struct recording *recording; /* that has what is not given; NULL: none */
    uint32_t runs, seed, steps, most;  /* runs 0: one answer of several orders */
};

/* For OPTION_CALL, of struct race_kernel_settings. */
bool race_kernel_add_argument(void *target, const char *text);
bool race_kernel_add_atomic(void *target, const char *text);

/* The exit status. `of_run` is for the memory of runs, and `spare` for that of runs which nobody needs; the caller
 * destroys both, also where a jump ends the work. */
int race_kernel(const struct race_kernel_run *run, struct work *work, struct arena *of_run, struct arena *spare);

/* ---- command_race_value.c ---- */

struct machine_argument;
struct machine_value;

/* Reads what --arg says of an argument; a message without a place, or NULL. */
const char *race_kernel_value(struct machine_value *value, const struct machine_argument *argument, const char *text,
                              struct arena *arena);

#endif
