/* Litmus programs as kernels, for machine code: one kernel chooses among the threads; global memory, texels and results
 * are its parameters, local memory is one variable. */
#ifndef TRANSLATOR_LITMUS_LITMUS_KERNEL_H
#define TRANSLATOR_LITMUS_LITMUS_KERNEL_H

#include "mmra/machine/machine_litmus.h"
#include "mmra/passes/coherence.h"
#include "translator/litmus/litmus_translate.h"

struct litmus_kernel {
    struct litmus *litmus;
    const char *name;
    const char *refused;   /* not NULL: then only this counts */
    const char *text;      /* the module, in LLVM assembly */
    const uint8_t *spaces; /* address space of each cell */
    bool divergent;        /* some wave has several threads: which one a lane is, v0 says */
};

/* For whom. */
struct litmus_kernel_target {
    enum machine_processor processor;
    enum profile profile; /* of a released LLVM */
    enum coherence coherence;
};

/* Cells of local memory are no longer part of the program's outcomes: they are gone when its workgroup has ended. */
void litmus_kernel_make(struct litmus_kernel *kernel, struct litmus *litmus, const char *name,
                        const struct litmus_kernel_target *target, struct arena *arena);

/* The kernel's machine code as waves; what is observed stands in the order of the program's observations. `error`,
 * `line` and `unsupported` of its litmus are set if it cannot be. */
void litmus_kernel_read(const struct litmus_kernel *kernel, const char *assembly, size_t length,
                        enum machine_processor processor, struct arena *arena, struct machine_litmus *machine);

/* The outcomes of the program as the machine has them: what a thread never reads into is 0. */
void litmus_kernel_outcomes(const struct outcomes *found, struct arena *arena, struct outcomes *result);

#endif
