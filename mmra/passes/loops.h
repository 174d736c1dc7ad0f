/* Loops that synchronize are not unrolled: every copy of a fence or an atomic brings its waits and invalidations along,
 * and no copy can leave out its own. Others are unrolled only as far as their count is known: LLVM would copy a loop of
 * unknown count eight times and put another after it for the rest, which takes up to four times the instructions, and
 * registers. And what one lane does in its turn, while others of its wave go round, stays in the loop. A pass over a
 * finished IR module, in linear time; for LLVM 22 and 23. */
#ifndef MMRA_PASSES_LOOPS_H
#define MMRA_PASSES_LOOPS_H

#include "mmra/ir/ir.h"

/* Each natural loop that holds a fence, a release, an atomic that reads global memory, an execution barrier, or a call
 * of a function that does, gets `llvm.loop.unroll.disable`, any other `llvm.loop.unroll.runtime.disable`. If one
 * synchronizes before it can be left, empty assembly that is not to be duplicated keeps LLVM from copying that before
 * the loop. A loop that no block dominates (an irreducible one) is left alone, as LLVM leaves it.
 *
 * The lanes of a wave meet at the end of each loop that reads atomically what it uses, and in another block, in some
 * rounds only, writes atomically (mapping.md 10, "Turns"): LLVM moves nothing out of the loop over that barrier. The
 * functions around it become convergent. With convergence tokens only a loop that has a token gets it. */
void loops_keep_rolled(struct ir_module *module);

#endif
