/* Outputs that the invocations of a patch or workgroup share: their initial values (shared_outputs.c). */
#ifndef TRANSLATOR_SHARED_OUTPUTS_H
#define TRANSLATOR_SHARED_OUTPUTS_H

#include "translator/lower/functions/functions.h"

/* Whether one of those that the entry point needs has an initializer. */
bool shared_outputs_are_initialized(struct lowering *l, const struct lowered_function *needs);
/* At the beginning of the entry point: stores them. */
void shared_outputs_initialize(struct lowering *l, const struct lowered_function *needs);

#endif
