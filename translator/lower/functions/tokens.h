/* --convergence=tokens: convergence-control intrinsics, from SPIR-V's structured control flow (mapping.md 8).
 *
 * A function that holds a convergent operation begins with convergence.entry. A loop that holds one has a heart,
 * convergence.loop, after the phis of its header. A convergent call names the token of the innermost loop whose
 * construct holds it (SPIR-V 2.11.2), or else the function's. So invocations converge again in each iteration, also in
 * a block that leaves the loop, and after selections. Without the option these functions do nothing. */
#ifndef TRANSLATOR_TOKENS_H
#define TRANSLATOR_TOKENS_H

#include "translator/lower/lowering.h"

/* Workgroups of one invocation want none in the numbered profiles. */
bool tokens_are_wanted(const struct lowering *l);
/* (convergence.c) When the first block of l->body.function opens, before everything else in it: looks for convergent
 * operations, and begins with the entry token if there are any. `prologue_converges`: the caller will put one into the
 * first block. */
void tokens_begin_function(struct lowering *l, bool prologue_converges);
/* When another block of it opens. */
void tokens_begin_block(struct lowering *l, uint32_t block);
/* Before each instruction of the block that is no phi. */
void tokens_after_phis(struct lowering *l, uint32_t block);
ir_value tokens_emit_entry(struct lowering *l);
/* For a function that the lowering makes itself, in its open first block. */
void tokens_begin_own_function(struct lowering *l);
/* For a loop inside a SPIR-V instruction, after the phis of its open header. The result is for tokens_end_loop. */
ir_value tokens_begin_loop(struct lowering *l);
void tokens_end_loop(struct lowering *l, ir_value outer);

/* With tokens, in the numbered profiles, LLVM knows nothing of the result, neither its value nor that it is the same in
 * all lanes, nor which components of it are used. For the address of a read-modify-write, the index into a texel
 * buffer, what the first lane hands to the others, the lanes of a shuffle, and what goes into a sample and comes out of
 * it. */
ir_value tokens_hide(struct lowering *l, ir_value value);

/* The execution barrier of a workgroup. LLVM 22 aborts on some of them with tokens; then an operation with the same
 * effect is emitted. */
void emit_workgroup_barrier(struct lowering *l);

#endif
