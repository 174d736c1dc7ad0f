/* The shells of the host and of processors share this: where in memory an entry point's arguments and results are
 * (shell.c). */
#ifndef TESTS_COMPARE_SHELL_H
#define TESTS_COMPARE_SHELL_H

#include <stdio.h>

#include "compare/draw.h"

enum { SHELL_TYPE = 48 };

/* A parameter of the entry point, of a resource or of memory. */
struct shell_parameter {
    char type[SHELL_TYPE];
    bool uniform;  /* inreg */
    bool is_given; /* whoever prints the shell defines %in and its number */
};

/* Types of pointers, how the entry point is called, where in %arguments the resources begin, and the parameters for
 * them and for memory; NULL: all are i64. */
struct shell_memory {
    const char *constant, *global, *convention;
    uint32_t first;
    const struct shell_parameter *parameters;
};

void shell_print_type(FILE *out, const smmra_interface *about);
/* Whether the function returns or hands on the value, or, an input, has it as a parameter. */
bool shell_has_value(const struct drawn_stage *stage, uint32_t index, smmra_direction direction);
bool shell_has_outputs(const struct drawn_stage *stage);

/* The translation without the functions that a shell gives, which are declared there. */
void shell_print_body(FILE *out, const char *ir);

/* Values %in0, %in1 and so on: resources from %arguments, inputs from %inputs. */
void shell_print_loads(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory);
/* The call with these, whose result is %result. */
void shell_print_call(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory);
/* An output of the stage, a member of %result, as %out and its number. */
void shell_print_output(FILE *out, const struct drawn_stage *stage, uint32_t value, uint32_t member);
/* All outputs, to memory at %outputs. */
void shell_print_stores(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory);

#endif
