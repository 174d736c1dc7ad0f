/* The control flow and the calls of an IR module, for passes over it and for the checker: which blocks precede a
 * block, and in which order functions come so that callees stand before their callers. Everything is linear in the
 * module's size. */
#ifndef MMRA_FLOW_H
#define MMRA_FLOW_H

#include "mmra/ir/ir.h"

/* Edges between blocks of the module, by index of the block: those of `block` are
 * edges[first[block]] .. edges[first[block + 1] - 1]. A switch may name a block several times. */
struct flow_edges {
    uint32_t *first;
    uint32_t *edges;
};

struct flow_edges flow_successors(struct ir_module *module);
struct flow_edges flow_predecessors(struct ir_module *module, const struct flow_edges *successors);

/* Whether the block ends its function. */
bool flow_returns(const struct ir_module *module, uint32_t block);

/* Functions, callees first. */
struct flow_order {
    ir_function *functions;
    uint32_t count;
    bool *recursive; /* by function: some function that stands before it, or itself, calls it too */
};

/* The next function that `function` calls, from *place on, which moves on; 0: it calls no more. *place is 0 at first.
 */
typedef ir_function (*flow_next_callee)(const void *user, ir_function function, uint32_t *place);

/* All functions by number, in the order that `next_callee` makes. */
struct flow_order flow_order(struct arena *arena, uint32_t function_count, flow_next_callee next_callee,
                             const void *user);
/* The defined functions of a module. */
struct flow_order flow_call_order(struct ir_module *module);

/* The first instruction with the opcode from `from` on; `end` if there is none before it. */
uint32_t flow_next(const struct ir_module *module, uint32_t from, uint32_t end, enum ir_opcode opcode);

/* The defined function that a call calls, or 0: an intrinsic, inline assembly, or anything else that is no
 * call. */
ir_function flow_callee(const struct ir_module *module, const struct ir_instruction *instruction);

/* The range of a defined function's instructions. */
struct flow_range {
    uint32_t first, end;
};
struct flow_range flow_instructions(const struct ir_module *module, ir_function function);

#endif
