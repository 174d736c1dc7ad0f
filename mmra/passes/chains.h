/* Releases of a workgroup that later ones hand on, for LLVM 22 and the processors of gfx9: mapping.md 10. There a
 * release of workgroup scope does not wait for vector memory, which is in order within the workgroup's compute unit. A
 * wave that then releases at the scope of the agent waits for its own stores alone, so that others may see its flag and
 * not the stores of the first. A pass over a finished IR module, in linear time. */
#ifndef MMRA_PASSES_CHAINS_H
#define MMRA_PASSES_CHAINS_H

#include "mmra/ir/ir.h"

/* In a module that releases global memory at a scope beyond the workgroup, a wait for vector memory stands before each
 * release of workgroup scope that covers global memory, between fences for the thread alone, over which LLVM moves
 * nothing. */
void chains_wait(struct ir_module *module);

/* A write-back is over when a wait after it is: LLVM 22 does not count it, and leaves out the wait of a release where
 * nothing else is in flight (gfx940, gfx950). Each release beyond the workgroup becomes a release fence, a wait, and
 * what is left of it. After chains_wait. */
void chains_wait_for_write_backs(struct ir_module *module);

#endif
