/* Fences that stand next to each other: mapping.md 9. A pass over a finished IR module, in
 * linear time. */
#ifndef MMRA_FENCES_H
#define MMRA_FENCES_H

#include "mmra/ir/ir.h"

/* Fences of one scope with nothing between them become one. With `separate` (the numbered profiles), fences
 * that LLVM could make neighbours, and merge, are kept apart by an empty inline assembly, which costs
 * nothing. */
void fences_merge(struct ir_module *module, bool separate);

/* The second half of it: puts the inline assembly where it is needed. */
void fences_separate(struct ir_module *module);

/* Whether LLVM 22 may take one fence for the other: the same scope and, at system and singlethread scope, any
 * ordering, at the others the same one. Tags do not matter to it. */
bool fences_are_alike(const struct ir_instruction *a, const struct ir_instruction *b);

#endif
