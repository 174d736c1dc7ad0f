/* The program as it runs: what most steps do, in a few bytes each. Private to race*.c. */
#ifndef MMRA_RACE_CODE_H
#define MMRA_RACE_CODE_H

#include "mmra/race/race.h"
#include "mmra/race/race_pool.h"

/* Arithmetic of program_simple.h is a kind of its own: its enum program_alu. */
enum race_op_kind {
    RACE_OP_BRANCH = 0x100,
    RACE_OP_JUMP,
    RACE_OP_ELEMENT, /* race_element.c; a: index, b: base, c: number of its struct race_element */
    RACE_OP_COMPUTE, /* arithmetic of which its instruction says what */
    RACE_OP_OTHER    /* its instruction says what */
};

struct race_op {
    uint16_t kind;
    uint8_t from;           /* bits of the operands */
    uint8_t above, above_a; /* bits above those of the operands, and of the first */
    uint32_t target;        /* a register, or where a jump goes */
    uint32_t a, b, c;       /* registers; of a branch a is one, b and c are where it goes */
    uint32_t next;          /* of arithmetic and elements: where it goes on */
};

/* The address of an element: base + index * stride, or nowhere if the index is not less than the length. */
struct race_element {
    uint64_t stride, length, nowhere;
    uint32_t index, inside; /* registers that it sets, too: the index in 64 bits, and whether it is less */
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
    bool *begins;   /* by instruction: it may be reached otherwise than from the one before */
    struct race_element *elements;
    uint32_t element_count;
    uint32_t *owner; /* by instruction: the one that tells whether it ran */
};

void race_code_read(struct race_code *code, const struct program_thread *thread, struct race_pool *pool);
/* Notes what `width` registers of its invocations hold at first. */
void race_code_begin(struct race_code *code, const struct program_thread *thread, uint32_t width,
                     struct race_pool *pool);

/* race_moves.c: says where each instruction goes on, which is past what need not be done, or just the next one. And
 * marks what was passed by on the way, when a run is over. */
void race_moves_pass(struct race_code *code, const struct program_thread *thread, struct race_pool *pool, bool none);
void race_moves_ran(const struct race_code *code, const struct program_thread *thread, uint8_t *ran);
/* race_element.c: makes one of the instructions that find an address. Of each register `uses` says how often it is
 * read; `passed`, by instruction, is set for those that are part of an element. */
void race_elements_join(struct race_code *code, const struct program_thread *thread, const uint32_t *uses, bool *passed,
                        struct race_pool *pool);

#endif
