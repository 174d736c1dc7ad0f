/* Entry points as kernels, and what is made for the whole module on their behalf (entry_point.c, builtins.c, globals.c,
 * zero_workgroup.c, float_controls.c). */
#ifndef TRANSLATOR_ENTRY_POINT_H
#define TRANSLATOR_ENTRY_POINT_H

#include "translator/lower/lowering.h"

/* ---- entry_point.c ---- */

struct chosen_entry {
    const struct spirv_entry_point *point;
    ir_string name; /* chosen before any function's, so that the kernel is called what the module calls it */
    uint32_t number;
};
void lower_kernel(struct lowering *l, const struct chosen_entry *entry);
/* Makes the table of the workgroup sizes of entry points. Before the first lower_kernel. */
void workgroup_sizes_init(struct lowering *l);
/* Counts an entry point that is to be lowered: its size may be the smallest or the largest. */
void workgroup_sizes_include(struct lowering *l, spirv_id function);
/* Whether passes are to know which memory objects are separate. Before the first lower_kernel. */
void objects_init(struct lowering *l);

/* ---- float_controls.c ---- */

/* Reads the execution modes of the entry points, whose functions these are, and what decorations say of floats. */
void float_controls_init(struct lowering *l, const uint32_t *roots, uint32_t count);
/* Whether products and sums of the instruction being lowered may be contracted: computed by fewer instructions that
 * round less often. */
bool float_contracts(struct lowering *l);
/* Whether the instruction being lowered rounds toward zero what it computes as floats of so many bits. */
bool float_rounds_toward_zero(const struct lowering *l, uint32_t width);

/* ---- builtins.c ---- */

/* Whether the lowering makes the value of an Input variable; else it is a parameter of a shader (interface.h). */
bool builtin_is_made(struct lowering *l, const struct spirv_instruction *variable);
/* Whether a variable is such a built-in whose value changes while the invocation runs. */
bool builtin_changes(struct lowering *l, spirv_id variable);
/* Whether a shader with workgroups needs a built-in as an input, to make a variable of one. */
bool builtin_needs_input(struct lowering *l, spirv_id variable, uint32_t input);
/* The value of an Input variable in a kernel. */
ir_value lower_builtin(struct lowering *l, spirv_id variable);
/* i32: 0 in the invocation whose LocalInvocationId is 0, and in no other of the workgroup; in a module of kernels, in
 * any function. */
ir_value builtin_distance_from_first(struct lowering *l);
/* LocalInvocationIndex: the built-ins of a kernel are known where it begins. */
ir_value builtin_local_invocation_index(struct lowering *l);

/* ---- globals.c ---- */

/* Workgroup variables. */
void lower_globals(struct lowering *l);
/* On the host: gives the next of them its place in the memory of all, in which blocks begin together. No entry point
 * has blocks and others. */
uint64_t workgroup_place(struct lowering *l, const struct spirv_instruction *variable);
/* Those that functions use survive LLVM's optimizations of variables whose every access it sees. When all is lowered.
 */
void globals_keep(struct lowering *l);

/* ---- zero_workgroup.c ---- */

/* Whether a Workgroup variable of the module has an initializer. */
bool workgroup_has_initialized(const struct lowering *l);
/* A function that sets the Workgroup memory of an entry point to zero where it begins as such, or 0; and its call in
 * the kernel. Not while another function is open. */
ir_function lower_zeroing(struct lowering *l, const struct spirv_entry_point *entry, uint32_t invocations);
void emit_zeroing(struct lowering *l, ir_function function);

#endif
