/* The tables that say what a driver passes, with --abi=driver (spirv_mmra.h, smmra_driver). */
#ifndef TRANSLATOR_DRIVER_TABLE_H
#define TRANSLATOR_DRIVER_TABLE_H

#include "translator/lower/lowering.h"

/* The caller's, or one without tables. */
const smmra_driver *driver_table(const struct lowering *l);
/* The driver's row of a binding; NULL: it has none. */
const smmra_binding *driver_table_find(const struct lowering *l, uint32_t set, uint32_t binding);
/* Sets descriptor_strides and sampler_offset of `l` by the rows of the module's images and samplers, before types are
 * laid out. Fails where two rows of a kind differ in one of them, or one is too small. */
void driver_table_read_layout(struct lowering *l);
/* Whether the driver passes an argument of that kind; without a table the push constants' address. */
bool driver_table_has(const struct lowering *l, smmra_argument_kind kind);
/* Fails if the driver does not pass the push constants' address: it leaves the entry point, or its access chain. */
void driver_table_need_push_pointer(struct lowering *l);

#endif
