/* Machine code of shaders that are no kernels (machine_stage.c, machine_shell.c). */
#ifndef TESTS_COMPARE_MACHINE_STAGE_H
#define TESTS_COMPARE_MACHINE_STAGE_H

#include <stdio.h>

#include "compare/compare.h"
#include "mmra/machine/machine_execute.h"

enum {
    MACHINE_FIRST_ARGUMENT = 32, /* where a shell finds the first address of a resource */
    MACHINE_MOST_PARAMETERS = 64,
    MACHINE_MOST_RANGES = MAX_BUFFERS + MAX_MEMORIES + 8
};

/* A kernel finds its arguments there, in no memory of this process. A multiple of 4 GB lies behind the first 16 bytes,
 * so that an address among them which loses its carry leaves them. */
#define MACHINE_ARGUMENTS ((UINT64_C(0x4000) << 32) - 16)

/* Sets what a driver would know of the shell of that name, and no directive of the assembly says. */
void machine_describe_shell(struct machine_kernel *kernel, uint32_t model, const char *name, const char *text);
/* Writes what a shell finds before its arguments. */
void machine_put_table(void *arguments);
/* The invocations of one run: the dispatch's size and lanes, ranges for the memory that their records are in and point
 * to, and behind the resources' arguments those of the shell. False: no memory. */
bool machine_begin_stage(struct shader *shader, struct machine_dispatch *dispatch, struct machine_range *ranges,
                         uint64_t *arguments);
/* Hands on what they left. */
void machine_end_stage(struct shader *shader);
/* As machine_export. */
void machine_take_export(void *shader, const struct machine_registers *g, const struct machine_instruction *i,
                         uint64_t exec, uint32_t first);

/* As machine_trap: what a shader calls, and its shell gives. */
bool machine_take_trap(void *shader, const struct machine_trapped *trapped);

/* machine_rays.c: the shaders of a ray tracing pipeline that others call run, each in a dispatch of its own which is
 * like `outer`. Whether one runs now; whether one could not run to its end, and then why. */
void machine_take_pipeline(const struct shader *shader, const struct machine_dispatch *outer, const char *text);
bool machine_is_called(void);
const struct machine_result *machine_call_failed(void);
/* Tells where in scratch memory a parameter of the shader that runs lies, which is memory of the invocation. Hands on
 * what these have now; false: not all of it is there. */
void machine_keep_memory(uint32_t parameter, uint32_t at);
bool machine_hand_on(const uint8_t *scratch, uint32_t bytes);

/* machine_calls.c: the definitions of the functions that the translation declares and a shell gives; false: why not is
 * in `message`. Where their arguments lie. What they do, of these invocations, or with NULL of whoever it is. */
struct shell_memory;
bool machine_print_calls(FILE *out, const struct drawn_stage *stage, const char *ir, const char *processor,
                         uint32_t lanes, const struct shell_memory *pointers, char *message);
struct machine_range machine_call_range(void);
void machine_number_waves(struct machine_kernel *kernel); /* which these functions ask for */
bool machine_perform_calls(const struct machine_trapped *trapped, struct host_invocation *invocations);

/* machine_shell.c: the translation with its shell, to be freed; NULL: why not is in `message`. */
char *machine_shell_around(const struct shader *shader, const char *processor, uint32_t lanes, const char *ir,
                           char *message);
/* Hardware merges the stage with the one before it. */
bool machine_is_merged(uint32_t model);
/* Which target an output of a fragment shader is exported to, and which of its channels is the first; false: none. */
bool machine_export_place(const smmra_interface *about, uint32_t *target, uint32_t *channel);

#endif
