/* Workgroups that are one wave each: a fence for the workgroup orders within a wave, for which LLVM 22 writes nothing.
 * mapping.md 10, "Workgroups of one wave". A pass over a finished IR module, in linear time. */
#ifndef MMRA_PASSES_WAVES_H
#define MMRA_PASSES_WAVES_H

#include "mmra/ir/ir.h"

/* Fences of scope workgroup become fences of scope wavefront; an atomic of that scope keeps it, and such fences order
 * what it ordered. Of wider scopes local memory needs no order: their fences become fences of global memory, or of the
 * wave if they are of local memory alone, and their atomics order the address space that they access. */
void waves_apply(struct ir_module *module);

#endif
