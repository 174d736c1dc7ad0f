/* New instructions in a finished IR module: collected in the order of their places, then put in at once. */
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

/* One more, before instruction `before`, which must not be smaller than the last one's; after those put there
 * already. Its result, if it has one, is a value whose kind and type are set. */
void insertions_add(struct ir_module *module, struct insertions *insertions, uint32_t before,
                    const struct ir_instruction *instruction);

/* Puts all of them in. Indexes of instructions change; the module's own are mended. */
void insertions_apply(struct ir_module *module, const struct insertions *insertions);

/* Moves an instruction to another index and mends the reference of its result. For passes that take
 * instructions out. */
void insertions_move(struct ir_module *module, uint32_t to, uint32_t from);

/* An instruction with these operands and nothing else set. */
struct ir_instruction insertions_instruction(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                             const uint32_t *operands, uint32_t operand_count);

/* What a pass has to say about an instruction, below what --explain said of it; nothing where that said
 * nothing. */
ir_string insertions_explain(struct ir_module *module, ir_string comment, const char *line);

#endif
