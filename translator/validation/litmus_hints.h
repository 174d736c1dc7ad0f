/* What the second of two modules has less of than the first: hints beside the comparison of their executions. */
#ifndef TRANSLATOR_LITMUS_HINTS_H
#define TRANSLATOR_LITMUS_HINTS_H

#include "translator/validation/litmus_interface.h"

/* Counts what the threads' own instructions are: barriers, orderings, scopes, Volatile. Returns whether Volatile
 * accesses are lost, of which executions tell nothing. */
bool against_count(const struct litmus_spirv *const modules[2], struct against_notes *hints,
                   struct against_notes *not_compared, struct arena *arena);

#endif
