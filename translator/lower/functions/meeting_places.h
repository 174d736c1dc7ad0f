/* The host's runtime must know which invocations of a subgroup execute an operation together. Each call of a function
 * that invocations execute together says its place: a number in the order in which an invocation comes to such calls
 * (docs/evidence/comparing.md, "The host target"). A function that has one takes the place of its own call, from which
 * its places count, as a parameter after all others. On amdgcn these functions do nothing. */
#ifndef TRANSLATOR_MEETING_PLACES_H
#define TRANSLATOR_MEETING_PLACES_H

#include "translator/lower/lowering.h"

/* After environment_init: which functions take a place. */
void places_init(struct lowering *l);
bool places_are_in(const struct lowering *l, const struct spirv_function *function);
/* Before and after a function's body. `given` is its parameter; 0: it is a kernel. The result is how many places the
 * body takes. `is_spirv`: it has the blocks of l->body.function. */
void places_begin(struct lowering *l, ir_value given);
uint32_t places_end(struct lowering *l, bool is_spirv);
/* Before a branch: what MaximallyReconvergesKHR asks for. Who has come to the end of an iteration waits for the others
 * that are in it, so no two iterations meet in one place. */
void places_before_branch(struct lowering *l);

#endif
