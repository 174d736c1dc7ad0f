/* What LLVM 22's AMDGPU backend gets wrong about loads near acquires and releases, and the IR that it gets right:
 * mapping.md 10. A pass over a finished IR module, in linear time; for the numbered profiles. */
#ifndef MMRA_WORKAROUNDS_H
#define MMRA_WORKAROUNDS_H

#include "mmra/ir/ir.h"

/* A plain non-private load that an acquire may precede or a release follow, in its function, in the callers or
 * callees, or around a loop, becomes `load atomic ... syncscope("singlethread") monotonic`, in pieces if it is a
 * vector or under-aligned.
 *
 * - From global memory, after any acquire that covers global memory: llc may read it through the scalar cache, which
 * no acquire invalidates. Before any release that does: no release waits for the scalar cache's counter where it is
 * not that of local memory too (gfx12), or where the release is for global memory alone, so that the load might see
 * what is written after the release.
 * - From local memory, and through buffer pointers, after an acquire load that covers that memory: llc's vectorizer
 * takes an acquire load for an ordinary one, and may merge the load with one before it (tests/ir/backend).
 *
 * In a module that reads images, `fence syncscope("singlethread") acq_rel` stands after each atomic that acquires
 * and before each that releases: alias analysis lets image reads pass an atomic on a Workgroup variable, whatever
 * its ordering. */
void workarounds_apply(struct ir_module *module);

#endif
