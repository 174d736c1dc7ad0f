/* Reads after acquires that are tagged amdgcn-av:none, for backends that invalidate nothing there (LLVM 23 and later):
 * mapping.md 10. An earlier coherent read of the same memory may have made a write visible to such a read too, but left
 * the old value in a cache. A pass over a finished IR module, in linear time, after workarounds_apply. */
#ifndef MMRA_PASSES_ORDERED_READS_H
#define MMRA_PASSES_ORDERED_READS_H

#include "mmra/ir/ir.h"

/* Atomic reads of shared global memory that may follow such an acquire, those that workarounds_apply has made atomic
 * for their own thread among them, have at least the widest scope of these acquires. If something else reads through
 * caches after one, the acquires lose the tag. */
void ordered_reads_apply(struct ir_module *module);

#endif
