/* New instructions in a finished IR module. They are collected in the order of their places and inserted together. */
#ifndef MMRA_INSERTIONS_H
#define MMRA_INSERTIONS_H

#include "mmra/ir/ir.h"

struct insertion {
    uint32_t before; /* index of an instruction, as it was before anything was put in */
    struct ir_instruction instruction;
};

/* Zero-initialized: none. */
struct insertions {
    struct insertion *items;
    uint32_t count, capacity;
};

/* Adds an instruction before instruction `before`, and after those that were added there. `before` must not be smaller
 * than in the last call. Its result, if it has one, is a value whose kind and type are set. */
void insertions_add(struct ir_module *module, struct insertions *insertions, uint32_t before,
                    const struct ir_instruction *instruction);

/* Adds a fence so, with the tags and the source of `like`. */
void insertions_add_fence(struct ir_module *module, struct insertions *insertions, uint32_t before,
                          const struct ir_instruction *like, enum mmra_scope scope, enum ir_ordering ordering);

/* Inserts all of them. Indexes of instructions change; those that the module holds are updated. */
void insertions_apply(struct ir_module *module, const struct insertions *insertions);

/* Moves an instruction to another index and updates its result. For passes that remove instructions. */
void insertions_move(struct ir_module *module, uint32_t to, uint32_t from);

/* An instruction with these operands and nothing else set. */
struct ir_instruction insertions_instruction(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                             const uint32_t *operands, uint32_t operand_count);

/* Adds a pass's remark about an instruction to its comment of --explain; nothing if it has none. */
void insertions_explain(struct ir_module *module, struct ir_instruction *instruction, const char *line);

/* A call of inline assembly, as LLVM spells it; `type`: of its result, 0: it has none. */
struct ir_instruction insertions_assembly(struct ir_module *module, ir_type type, const char *spelled,
                                          const ir_value *arguments, uint32_t argument_count);

/* Puts an instruction at an index, which its result gets too. */
void insertions_place(struct ir_module *module, uint32_t index, const struct ir_instruction *instruction);

#endif
