/* On the host no processor starts a kernel: a program calls it (spirv_mmra.h, SMMRA_TARGET_HOST). What the shader says
 * is an internal function, with LocalInvocationId and WorkgroupId after the parameters that it has elsewhere too. Two
 * functions around it can be called: for one invocation, and, if none waits for another, for all of a workgroup. */
#ifndef TRANSLATOR_HOST_KERNEL_H
#define TRANSLATOR_HOST_KERNEL_H

#include "translator/lower/functions/entry_point.h"

/* Parameters after the others, each of three i32. */
enum { HOST_NUMBERS = 2 };

/* Whether the entry point being lowered is one. */
bool is_host_kernel(const struct lowering *l);
/* The internal function. `types` are those of `count` parameters, with room for the numbers. */
ir_function host_kernel_new(struct lowering *l, const struct chosen_entry *entry, ir_type *types, uint32_t count);
/* After its end: the functions around it. */
void host_kernel_end(struct lowering *l, const struct chosen_entry *entry, ir_function kernel);

#endif
