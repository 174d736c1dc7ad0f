/* Vectors that are read in pieces are waited for once: mapping.md 10, "Waits for data". A pass over a finished IR
 * module, in linear time. */
#ifndef MMRA_PASSES_PIECES_H
#define MMRA_PASSES_PIECES_H

#include "mmra/ir/ir.h"

/* A vector of 96 or 128 bits that is an integer joined of pieces goes through empty assembly, so that LLVM waits for
 * all pieces where it needs the first, and stores it as a whole. */
void pieces_wait(struct ir_module *module);

#endif
