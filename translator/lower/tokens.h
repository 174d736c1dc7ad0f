/* --convergence=tokens: convergence-control intrinsics, from SPIR-V's structured control flow (mapping.md 8).
 *
 * A function that holds a convergent operation begins with convergence.entry. A loop that holds one has its heart,
 * convergence.loop, behind the phis of its header. A convergent call names the token of the innermost loop whose
 * construct it stands in (SPIR-V 2.11.2), or the function's: so invocations converge in each iteration anew, where a
 * loop is left by a block of its own as well, and after selections. Without the option nothing here does anything. */
#ifndef TRANSLATOR_TOKENS_H
#define TRANSLATOR_TOKENS_H

#include "translator/lower/lowering.h"

/* Where the first block of l->body.function opens, before everything else in it: looks for convergent operations, and
 * begins with the entry token if there are any. `prologue_converges`: what the caller is going to put into the first
 * block does. */
void tokens_begin_function(struct lowering *l, bool prologue_converges);
/* Where another block of it opens. */
void tokens_begin_block(struct lowering *l, uint32_t block);
/* Before each instruction of the block that is no phi. */
void tokens_after_phis(struct lowering *l, uint32_t block);
/* A function that the lowering makes up itself, in its open first block. */
void tokens_begin_own_function(struct lowering *l);
/* A loop inside a SPIR-V instruction, behind the phis of its open header: gives what tokens_end_loop wants to have. */
ir_value tokens_begin_loop(struct lowering *l);
void tokens_end_loop(struct lowering *l, ir_value outer);

/* The address for a read-modify-write, or the index into a texel buffer: with tokens, in the numbered profiles, one
 * that LLVM 22 cannot see to be the same in all lanes. */
ir_value tokens_hide(struct lowering *l, ir_value address);

/* The call appended last is convergent. */
void tokens_mark_convergent_call(struct lowering *l);
/* The execution barrier of a workgroup. LLVM 22 aborts on some with tokens; another operation that does the same stands
 * for them. */
void emit_workgroup_barrier(struct lowering *l);

#endif
