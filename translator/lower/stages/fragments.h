/* Only fragments do this (fragments.c, interpolation.c). */
#ifndef TRANSLATOR_FRAGMENTS_H
#define TRANSLATOR_FRAGMENTS_H

#include "translator/lower/lowering.h"
#include "translator/lower/opcode_rows.h"

/* i1: whether the invocation is none now. It may stand in functions that other stages call too. */
ir_value fragment_is_live(struct lowering *l);
/* Turns the lane off: it has no outputs. */
void fragment_kill(struct lowering *l);
/* i1: whether the invocation is a helper now. */
ir_value fragment_is_helper(struct lowering *l);

#endif
