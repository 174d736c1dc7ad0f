/* A row says what a read-modify-write of an integer stores, for IR, programs and machine code. */
#ifndef MMRA_BASE_MODIFY_H
#define MMRA_BASE_MODIFY_H

#include "mmra/base/bits.h"

/* A row has what LLVM calls the operation, and the result from `old` and `operand`, which as signed numbers are x and
 * y. */
#define MMRA_MODIFICATIONS(ROW)                                                                                        \
    ROW(XCHG, xchg, operand)                                                                                           \
    ROW(ADD, add, old + operand)                                                                                       \
    ROW(SUB, sub, old - operand)                                                                                       \
    ROW(AND, and, (old & operand))                                                                                     \
    ROW(NAND, nand, ~(old & operand))                                                                                  \
    ROW(OR, or, old | operand)                                                                                         \
    ROW(XOR, xor, old ^ operand)                                                                                       \
    ROW(MAX, max, x > y ? old : operand)                                                                               \
    ROW(MIN, min, x < y ? old : operand)                                                                               \
    ROW(UMAX, umax, old > operand ? old : operand)                                                                     \
    ROW(UMIN, umin, old < operand ? old : operand)                                                                     \
    ROW(UINC_WRAP, uinc_wrap, old >= operand ? 0 : old + 1)                                                            \
    ROW(UDEC_WRAP, udec_wrap, old == 0 || old > operand ? operand : old - 1)

#define MMRA_MODIFICATION_NAME(name, word, result) MMRA_MODIFY_##name,
enum mmra_modification { MMRA_MODIFICATIONS(MMRA_MODIFICATION_NAME) MMRA_MODIFICATION_COUNT };
#undef MMRA_MODIFICATION_NAME

/* The operands have `width` bits, and none set above them; the result may have more. */
static inline uint64_t mmra_modified(enum mmra_modification operation, uint64_t old, uint64_t operand, uint32_t width) {
    int64_t x = mmra_signed_bits(old, width), y = mmra_signed_bits(operand, width);
    switch (operation) {
#define MMRA_MODIFICATION_CASE(name, word, result)                                                                     \
    case MMRA_MODIFY_##name:                                                                                           \
        return result;
        MMRA_MODIFICATIONS(MMRA_MODIFICATION_CASE)
#undef MMRA_MODIFICATION_CASE
    default:
        return operand;
    }
}

#endif
