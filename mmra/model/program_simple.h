/* Arithmetic that is defined whatever its operands are, where it is inlined for one operation. */
#ifndef MMRA_PROGRAM_SIMPLE_H
#define MMRA_PROGRAM_SIMPLE_H

#include "mmra/base/bits.h"
#include "mmra/model/program.h"

static inline bool program_is_simple(enum program_alu alu) {
    return alu <= PROGRAM_SELECT || (alu >= PROGRAM_COMPARE && alu < PROGRAM_FCOMPARE);
}

static inline bool program_compare(enum ir_integer_predicate predicate, uint64_t a, uint64_t b, uint8_t width) {
    int64_t x = mmra_signed_bits(a, width), y = mmra_signed_bits(b, width);
#define ANSWER(name, text, holds) holds,
    const bool answers[IR_INTEGER_PREDICATE_COUNT] = {IR_INTEGER_PREDICATE_ROWS(ANSWER)};
#undef ANSWER
    return answers[predicate];
}

/* The operands have no other bits than theirs, `from` in number; the result may have more bits than its own.
 */
static inline uint64_t program_simple(enum program_alu alu, uint64_t a, uint64_t b, uint64_t c, uint8_t from) {
    switch (alu) {
#define SIMPLE(name, result)                                                                                           \
    case PROGRAM_##name:                                                                                               \
        return result;
        PROGRAM_SIMPLE_ROWS(SIMPLE)
#undef SIMPLE
    default:
        return program_compare(alu - PROGRAM_COMPARE, a, b, from);
    }
}

#endif
