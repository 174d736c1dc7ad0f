/* --abi=driver: an entry point is the function that a driver starts, with the registers that it fills as parameters
 * (spirv_mmra.h, smmra_driver). What the shader names by set and binding is found through them where it begins. */
#ifndef TRANSLATOR_DRIVER_KERNEL_H
#define TRANSLATOR_DRIVER_KERNEL_H

#include "mmra/base/text.h"
#include "translator/lower/functions/entry_point.h"

/* Whether the entry point being lowered is one. Another stage with that ABI ends the call. */
bool is_driver_kernel(struct lowering *l);
/* The function, for resources in order of set, then binding. Kept until the next kernel. */
ir_function driver_kernel_new(struct lowering *l, const struct chosen_entry *entry, const smmra_resource *resources,
                              uint32_t count);
/* Makes, where its first block begins, the numbers of which built-ins are made; and the value of a resource, of those
 * above. */
void driver_kernel_begin(struct lowering *l);
ir_value driver_kernel_resource(struct lowering *l, const smmra_resource *resource);
/* Returns what a load of push constants gives, if the driver has their words in registers; 0: it loads. The call fails
 * if it must load and the driver has no address. */
ir_value driver_kernel_push_load(struct lowering *l, ir_value address, uint32_t bytes, ir_type type);
/* Writes further attributes, which every function of the module has. */
void driver_kernel_attributes(struct lowering *l, struct text *text);
/* Triple, data layout and flags of the module. */
void driver_kernel_module(struct lowering *l);

#endif
