/* Kernel arguments are waited for once: mapping.md 10, "Waits for data". A pass over a finished IR module, in linear
 * time. */
#ifndef MMRA_PASSES_ARGUMENTS_H
#define MMRA_PASSES_ARGUMENTS_H

#include "mmra/ir/ir.h"

/* In each kernel in which several blocks use arguments, and the first does not, empty assembly at the end of the first
 * block takes those that are used, so that their wait stands there, and not in each block that uses one. A
 * read-modify-write that LLVM makes blocks of counts as the end of a block. */
void arguments_wait(struct ir_module *module);

#endif
