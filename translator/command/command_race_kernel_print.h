/* What race of a kernel works with, and what it says of it. */
#ifndef TRANSLATOR_COMMAND_RACE_KERNEL_PRINT_H
#define TRANSLATOR_COMMAND_RACE_KERNEL_PRINT_H

#include "mmra/machine/machine_guess.h"
#include "translator/command/command_object.h"
#include "translator/command/command_race_kernel.h"

struct kernel {
    const struct race_kernel_run *run;
    const char *path;
    struct arena *arena;
    struct object_assembly object; /* its text is NULL where the input is assembly */
    struct machine_code code;
    struct machine_value values[MACHINE_MAX_ARGUMENTS];
    struct machine_judge judge;
    struct machine_guess guess;
    const char *guessed, *gave_up; /* of the trial that speaks: what was guessed, and why it says nothing; NULL */
    const char *doubt;             /* why the races that it shows may be none; NULL */
    uint32_t trial;                /* its number */
    struct text others;            /* the numbers of further trials */
    double seconds;                /* that the runs of an answer took */
};

/* An argument by its number and name; the line of a file that people have, or 0. */
const char *race_kernel_name(const struct kernel *k, uint32_t at, char *buffer, size_t size);
uint32_t race_kernel_line(const struct kernel *k, uint32_t line);
/* The instruction of a line; NULL: there is none. */
const struct machine_instruction *race_kernel_instruction(const struct kernel *k, uint32_t line);
/* What is wrong with a run, in words: its fault, and why nothing is known of it, or NULL. */
const char *race_kernel_fault(const struct kernel *k, const struct machine_judgement *told, char *text, size_t size);
const char *race_kernel_unknown(const struct kernel *k, const struct machine_judgement *told);
/* The answer of a run, as text and as a member of a JSON array. */
void race_kernel_print_text(const struct kernel *k, const struct machine_judgement *told);
void race_kernel_print_json(const struct kernel *k, const struct machine_judgement *told);

#endif
