/* The opcode table. A new instruction is a row and a test: every difference between opcodes that matters to the
 * lowering outside the instruction's own handler is a column here. */
#ifndef TRANSLATOR_OPCODES_H
#define TRANSLATOR_OPCODES_H

#include <stdint.h>

#include "mmra/base/noinline.h"
#include "spirv/module.h"

struct lowering;

/* Lowers the instruction, whose row is l->row. */
typedef void opcode_handler(struct lowering *l, const struct spirv_instruction *in);

enum opcode_trait {
    IS_CONVERGENT = 1,           /* several invocations execute it together: it takes a convergence token */
    IS_CONVERGENT_AS_CALLEE = 2, /* OpFunctionCall */
    IS_CONVERGENT_AS_SET = 4,    /* OpExtInst: as the extended instruction set says */
    IS_ATOMIC = 8,
    IS_BARRIER = 16,
    IS_CONVERGENT_AS_SAMPLE = 32, /* where there are derivatives: image_has_derivatives */
    KEEPS_HELPERS = 64            /* a fragment with it has helper invocations: it works on a quad, or makes them */
};

enum { ALL_THAT_FOLLOW = 0xFF };

/* Which operands may be a pointer to a variable: `count` words from word `first` of the instruction on, or
 * ALL_THAT_FOLLOW. Operands that the handler refuses as pointers need not be counted. */
struct opcode_pointers {
    uint8_t first, count;
};

struct opcode_row {
    opcode_handler *lower; /* NULL: the instruction is not supported */
    uint8_t ir_opcode;     /* enum ir_opcode */
    uint8_t detail;        /* predicate, or what the handler says */
    uint16_t flags;        /* what the handler says */
    uint8_t traits;        /* enum opcode_trait */
    struct opcode_pointers pointers;
};

/* The core's own numbers end before OPCODE_CORE_END; extensions have theirs from OPCODE_FIRST_EXTENSION on, and the
 * highest that has a row comes before OPCODE_END. Rows are by opcode, without those of the gap. */
enum {
    OPCODE_CORE_END = SpvOpPtrDiff + 1,
    OPCODE_FIRST_EXTENSION = 4096,
    OPCODE_GAP = OPCODE_FIRST_EXTENSION - OPCODE_CORE_END,
    OPCODE_END = SPIRV_F_DOT2_MIX_ACC16 + 1
};
extern const struct opcode_row opcode_rows[OPCODE_END - OPCODE_GAP];
NOINLINE const struct opcode_row *opcode_extension_row(uint32_t opcode);

/* Never NULL: an opcode without a row has an empty one. It is inline because walks over all instructions call it:
 * otherwise a translation takes 2 % more instructions. */
static inline const struct opcode_row *opcode_row(uint32_t opcode) {
    return opcode < OPCODE_CORE_END ? &opcode_rows[opcode] : opcode_extension_row(opcode);
}

#endif
