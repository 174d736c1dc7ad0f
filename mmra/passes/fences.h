/* Fences that stand next to each other: mapping.md 9. A pass over a finished IR module, in
 * linear time. */
#ifndef MMRA_FENCES_H
#define MMRA_FENCES_H

#include "mmra/ir/ir.h"

/* Fences of one scope with nothing between them become one. */
void fences_merge(struct ir_module *module);

/* For the numbered profiles: fences that LLVM could make neighbours, and merge, are kept apart by an empty inline
 * assembly, which costs nothing. */
void fences_separate(struct ir_module *module);

/* Whether LLVM 22 may replace one fence by the other: they have the same scope, and also the same ordering unless the
 * scope is system or singlethread. LLVM ignores their tags. */
bool fences_are_alike(const struct ir_instruction *a, const struct ir_instruction *b);

#endif
