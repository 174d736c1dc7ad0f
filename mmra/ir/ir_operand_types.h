/* Which types the operands and results of instructions may have, as LLVM 22's verifier and its parser have it. */
#ifndef MMRA_IR_OPERAND_TYPES_H
#define MMRA_IR_OPERAND_TYPES_H

#include "mmra/ir/ir.h"

struct ir_shapes {
    const struct ir_module *module;
    struct arena *arena;
    uint16_t *of;         /* by ir_type: bits of ir_operand_types.c */
    ir_function function; /* the one that has the instruction */
};
struct ir_shapes ir_learn_shapes(const struct ir_module *module, struct arena *arena);

/* NULL: the types of the instruction fit. Else what is wrong with them. */
const char *ir_misfit(const struct ir_shapes *shapes, const struct ir_instruction *instruction);

#endif
