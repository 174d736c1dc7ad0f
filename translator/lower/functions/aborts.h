/* Invocations that abort, with a message for the shell (aborts.c). */
#ifndef TRANSLATOR_ABORTS_H
#define TRANSLATOR_ABORTS_H

#include "translator/lower/functions/functions.h"

/* In the first block of a function: checks its messages, and makes room for them. */
void aborts_begin_function(struct lowering *l);

#endif
