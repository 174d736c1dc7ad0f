/* Arithmetic that is defined whatever its operands are, where it is inlined for one operation. */
#ifndef MMRA_PROGRAM_SIMPLE_H
#define MMRA_PROGRAM_SIMPLE_H

#include "mmra/base/bits.h"
#include "mmra/model/program.h"

static inline bool program_is_simple(enum program_alu alu) {
    return alu <= PROGRAM_MUL || (alu >= PROGRAM_AND && alu <= PROGRAM_XOR) || alu == PROGRAM_SELECT ||
           (alu >= PROGRAM_COMPARE && alu < PROGRAM_FCOMPARE && alu - PROGRAM_COMPARE < IR_INTEGER_PREDICATE_COUNT);
}

static inline bool program_compare(enum ir_integer_predicate predicate, uint64_t a, uint64_t b, uint8_t width) {
    int64_t x = mmra_signed_bits(a, width), y = mmra_signed_bits(b, width);
    const bool answers[IR_INTEGER_PREDICATE_COUNT] = {[IR_EQ] = a == b,
                                                      [IR_NE] = a != b,
                                                      [IR_UGT] = a > b,
                                                      [IR_UGE] = a >= b,
                                                      [IR_ULT] = a<b, [IR_ULE] = a <= b, [IR_SGT] = x> y,
                                                      [IR_SGE] = x >= y,
                                                      [IR_SLT] = x < y,
                                                      [IR_SLE] = x <= y};
    return answers[predicate];
}

/* The operands have no other bits than theirs, `from` in number; the result may have more bits than its own.
 */
static inline uint64_t program_simple(enum program_alu alu, uint64_t a, uint64_t b, uint64_t c, uint8_t from) {
    switch (alu) {
    case PROGRAM_COPY:
        return a;
    case PROGRAM_ADD:
        return a + b;
    case PROGRAM_SUB:
        return a - b;
    case PROGRAM_MUL:
        return a * b;
    case PROGRAM_AND:
        return a & b;
    case PROGRAM_OR:
        return a | b;
    case PROGRAM_XOR:
        return a ^ b;
    case PROGRAM_SELECT:
        return a ? b : c;
    default:
        return program_compare(alu - PROGRAM_COMPARE, a, b, from);
    }
}

#endif
