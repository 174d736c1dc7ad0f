/* Sections that leave their loop: what an invocation does between a lock that it takes in a loop and the `break` or
 * `return` by which it leaves that loop. LLVM puts what leaves a loop after it, where a wave waits for its own lane
 * (docs/reference/mapping.md 10, "Turns"). So the end of such a section gets an edge back into the loop, by a condition
 * that is false and of which LLVM does not know that. */
#ifndef TRANSLATOR_TURNS_H
#define TRANSLATOR_TURNS_H

#include "translator/lower/lowering.h"

/* A loop that has such a section. Its back edge leads through a block of its own, in which the lanes meet
 * that go round again: mmra/passes/loops.h puts a barrier there. */
struct turn {
    uint32_t header; /* by index in spirv->blocks */
    ir_value label;
    ir_value *ends; /* IR blocks in which sections end */
    uint32_t end_count, end_capacity;
};

/* After environment_init: which functions may have some. */
void turns_init(struct lowering *l);
/* Before the blocks of l->body.function are lowered: sets `turn` and `leaves` of l->blocks. */
void turns_find(struct lowering *l);

#endif
