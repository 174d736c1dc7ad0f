/* Invocations that end in a function that the entry point calls (endings.c). */
#ifndef TRANSLATOR_ENDINGS_H
#define TRANSLATOR_ENDINGS_H

#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"

/* Finds the functions that may end the invocation, when the functions are in order. */
void endings_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count);
/* Whether a function may. */
bool endings_has(const struct lowering *l, const struct spirv_function *function);
/* The type that such a function returns: `result` and whether the invocation has ended. Of another function, `result`.
 */
ir_type endings_result(struct lowering *l, const struct spirv_function *function, ir_type result);
/* Returns from l->body.function with `value`, which is 0 if it returns nothing; the invocation goes on. */
void endings_return(struct lowering *l, ir_value value);
/* Returns from l->body.function; the invocation has ended, or, of a fragment, is dead, so that no value matters. */
void endings_end(struct lowering *l);
/* The same at an OpAbortKHR: in a fragment the lane is turned off. */
void endings_abort(struct lowering *l);
/* After a call of a function: what it returned. Where the invocation has ended, the caller returns too. */
ir_value endings_after_call(struct lowering *l, const struct spirv_function *callee, ir_value returned);

#endif
