/* Programs explored with and without reductions: what is found must be the same. */
#ifndef TESTS_LITMUS_REDUCED_H
#define TESTS_LITMUS_REDUCED_H

#include "mmra/litmus/litmus.h"

/* A litmus test of a language that the model says, of which `edit` (NULL: nothing) makes another program. */
struct reduced_program {
    const struct model *model;
    const char *text;
    void (*edit)(struct program *program);
    uint32_t unroll;       /* 0: the default */
    uint64_t evaluations;  /* so many at most, or it is left out */
    bool conditions_alone; /* whether conditions are met and races found is compared, and outcomes are not asked for */
};

struct reduced_totals {
    uint64_t programs, left_out, every, fewer; /* executions */
    uint64_t cut_off, endless;                 /* programs that met the bound, or hang, with the reductions */
    uint64_t cut_off_by_faults;                /* those that met the bound though no outcome was asked for */
    uint64_t mirrored;                         /* beginnings that are left out as images of others */
};

/* Explores the program without these reductions (enum explore_reduction), and without those of SMMRA_WITHOUT (none).
 * Fails if outcomes, races or other findings differ. */
void reduced_compare(const struct reduced_program *program, uint32_t without, struct reduced_totals *totals);
/* Explores the program without these reductions, in which it must not meet its bound, and with all of them and this
 * shorter bound on loops. Fails if they differ in more than what the bound may hide. */
void reduced_compare_bounds(const struct reduced_program *program, uint32_t without, uint32_t unroll,
                            struct reduced_totals *totals);
void reduced_print(const char *what, const struct reduced_totals *totals);

/* Registers whose names begin with h are no part of outcomes. */
void reduced_hide_registers(struct litmus *litmus);

uint32_t reduced_number(const char *variable, uint32_t otherwise);

/* Texts: they grow in one buffer. */
extern char reduced_text[1 << 15];
extern size_t reduced_length;
void reduced_put(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
