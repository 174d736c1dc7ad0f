/* Machine code of shaders that are no kernels (machine_stage.c, machine_shell.c). */
#ifndef TESTS_COMPARE_MACHINE_STAGE_H
#define TESTS_COMPARE_MACHINE_STAGE_H

#include "compare/compare.h"
#include "mmra/machine/machine_execute.h"

/* Sets what a driver would know of the shell @smmra_shell, and no directive of the assembly says. */
void machine_describe_shell(struct machine_kernel *kernel, const char *text);
/* The invocations of one run: the dispatch's size and lanes, the memory of their records, and behind the resources'
 * arguments those of the shell. False: no memory. */
bool machine_begin_stage(struct shader *shader, struct machine_dispatch *dispatch, struct machine_range *records,
                         uint64_t *arguments);
/* Hands on what they left. */
void machine_end_stage(struct shader *shader);
/* As machine_export. */
void machine_take_export(void *shader, const struct machine_registers *g, const struct machine_instruction *i,
                         uint64_t exec, uint32_t first);

/* machine_shell.c: the translation with its shell, to be freed; NULL: why not is in `message`. */
char *machine_shell_around(const struct shader *shader, const char *processor, const char *ir, char *message);
/* Which target an output of a fragment shader is exported to, and which of its channels is the first; false: none. */
bool machine_export_place(const smmra_interface *about, uint32_t *target, uint32_t *channel);

#endif
