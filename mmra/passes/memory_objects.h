/* Which memory object an address is in, and what follows for accesses in machine code: reads that nobody's write can
 * change, and stores that need not come before reads of other objects. Passes over a finished IR module, in linear
 * time; for LLVM 22 (docs/reference/mapping.md 10, "Objects"). The parameters of kernels say what is known
 * (IR_PARAMETER_SEPARATE, IR_PARAMETER_UNWRITTEN); globals are separate. */
#ifndef MMRA_PASSES_MEMORY_OBJECTS_H
#define MMRA_PASSES_MEMORY_OBJECTS_H

#include "mmra/ir/ir.h"

/* Plain loads from memory that no invocation writes become `!invariant.load`, if they are private, or no acquire may
 * come before them and no release after them. */
void objects_mark_invariant(struct ir_module *module);

/* A plain store that stands before reads of other objects moves after them, within its block, and not over anything
 * that orders memory: so that these reads are under way when the store waits for its value. */
void objects_sink_stores(struct ir_module *module);

#endif
