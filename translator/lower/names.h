/* Names of the IR, from names of the module. */
#ifndef TRANSLATOR_NAMES_H
#define TRANSLATOR_NAMES_H

#include "translator/lower/lowering.h"

/* Reads every OpName once. */
void names_init(struct lowering *l);
/* Begins a function: all local names are free again. */
void names_begin_function(struct lowering *l);

/* Gives a fresh IR value its name after a SPIR-V id: its OpName where that is a legal name and free in this function,
 * else a name from the id. */
void name_give(struct lowering *l, ir_value value, spirv_id id);
/* The name itself: of an id, free in that scope and taken by this call. A name that is used already is given a number.
 */
enum name_scope { NAME_LOCAL, NAME_GLOBAL, NAME_TYPE, NAME_SCOPE_COUNT };
void name_choose(struct lowering *l, spirv_id id, enum name_scope scope, ir_string *name, uint32_t *number);
/* The same for a name that is no OpName: an entry point's. `shares`: others are of the same function. */
void name_choose_entry(struct lowering *l, const struct spirv_entry_point *entry, bool shares, ir_string *name,
                       uint32_t *number);
/* Names the byte size that goes with a buffer variable. */
void name_byte_size(struct lowering *l, ir_value value, spirv_id variable);

#endif
