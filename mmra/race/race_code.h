/* The program as it runs: what most steps do, in a few bytes each. Private to race*.c. */
#ifndef MMRA_RACE_CODE_H
#define MMRA_RACE_CODE_H

#include "mmra/race/race.h"
#include "mmra/race/race_pool.h"

/* Arithmetic of program_simple.h is a kind of its own: its enum program_alu. */
enum race_op_kind { RACE_OP_BRANCH = 0x100, RACE_OP_JUMP, RACE_OP_OTHER /* its instruction says what */ };

struct race_op {
    uint16_t kind;
    uint8_t from;           /* bits of the operands */
    uint8_t above, above_a; /* bits above those of the operands, and of the first */
    uint32_t target;        /* a register, or where a jump goes */
    uint32_t a, b, c;       /* registers; of a branch a is one, b and c are where it goes */
};

/* Constants are registers, numbered after those of the program. */
struct race_code {
    struct race_op *ops;
    uint64_t *constants;
    uint64_t *registers; /* what an invocation has at first, of the widest code of the program; */
    uint8_t *undefined;  /* and which of them it does not */
    uint32_t register_count, constant_count, constant_capacity;
    uint32_t *accesses; /* by instruction: how many accesses stand before it */
    uint32_t access_count;
    uint8_t *asked; /* by register of the program: some instruction reads it, or the program's outcome has it */
};

void race_code_read(struct race_code *code, const struct program_thread *thread, struct race_pool *pool);
/* Notes what `width` registers of its invocations hold at first. */
void race_code_begin(struct race_code *code, const struct program_thread *thread, uint32_t width,
                     struct race_pool *pool);

#endif
