/* What LLVM 22's AMDGPU backend gets wrong about ordinary loads after an acquire, and the IR that it gets
 * right: memory-mapping.md section 10. A pass over a finished IR module, in linear time; for the numbered
 * profiles. */
#ifndef TRANSLATOR_WORKAROUNDS_H
#define TRANSLATOR_WORKAROUNDS_H

#include "mmra/ir.h"

/* A plain non-private load that an acquire may precede, in its function, in the callers or callees, or around
 * a loop, becomes `load atomic ... syncscope("singlethread") monotonic`, in pieces if it is a vector or
 * under-aligned.
 *
 * - From global memory, after any acquire that covers global memory: llc may read it through the scalar
 * cache, which no acquire invalidates.
 * - From local memory, and through buffer pointers, after an acquire load that covers that memory: llc's
 * vectorizer takes an acquire load for an ordinary one, and may merge the load with one before it
 * (tests/backend). */
void workarounds_apply(struct ir_module *module);

#endif
