/* Workgroups that are one wave each: a fence for the workgroup orders within a wave, for which LLVM 22 writes nothing.
 * mapping.md 10, "Workgroups of one wave". A pass over a finished IR module, in linear time. */
#ifndef MMRA_PASSES_WAVES_H
#define MMRA_PASSES_WAVES_H

#include "mmra/ir/ir.h"

/* Fences of scope workgroup become fences of scope wavefront. Atomics keep their scope. */
void waves_apply(struct ir_module *module);

#endif
