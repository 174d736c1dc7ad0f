/* Arithmetic that is one operation for translation, litmus programs and constants: an instruction is one row. */
#ifndef SPIRV_ARITHMETIC_H
#define SPIRV_ARITHMETIC_H

/* A row has the instruction and what LLVM calls the operation, and of integers and booleans the result of constants a
 * and b, which as signed numbers are x and y. What the specification leaves undefined is defined for constants as
 * SPIRV-Tools' optimizer does: a division or remainder by 0 is 0; the least integer divided by -1 wraps to itself; a
 * shift by the width or more gives what a shift of the bits one by one would give (0, or all sign bits). */
#define SPIRV_INTEGER_ROWS(ROW)                                                                                        \
    ROW(SpvOpIAdd, ADD, a + b)                                                                                         \
    ROW(SpvOpISub, SUB, a - b)                                                                                         \
    ROW(SpvOpIMul, MUL, (a * b))                                                                                       \
    ROW(SpvOpBitwiseOr, OR, a | b)                                                                                     \
    ROW(SpvOpBitwiseXor, XOR, a ^ b)                                                                                   \
    ROW(SpvOpBitwiseAnd, AND, (a & b))

#define SPIRV_DIVISION_ROWS(ROW)                                                                                       \
    ROW(SpvOpUDiv, UDIV, b ? a / b : 0)                                                                                \
    ROW(SpvOpSDiv, SDIV, y == 0 ? 0 : y == -1 ? 0 - a : (uint64_t)(x / y))                                             \
    ROW(SpvOpUMod, UREM, b ? a % b : 0)                                                                                \
    ROW(SpvOpSRem, SREM, (uint64_t)remainder_of(x, y))

#define SPIRV_SHIFT_ROWS(ROW)                                                                                          \
    ROW(SpvOpShiftRightLogical, LSHR, b >= lane->width ? 0 : a >> b)                                                   \
    ROW(SpvOpShiftRightArithmetic, ASHR, shifted_right(lane, x < 0))                                                   \
    ROW(SpvOpShiftLeftLogical, SHL, b >= lane->width ? 0 : a << b)

#define SPIRV_LOGICAL_ROWS(ROW)                                                                                        \
    ROW(SpvOpLogicalOr, OR, a | b)                                                                                     \
    ROW(SpvOpLogicalAnd, AND, (a & b))

#define SPIRV_COMPARISON_ROWS(ROW)                                                                                     \
    ROW(SpvOpIEqual, EQ, a == b)                                                                                       \
    ROW(SpvOpINotEqual, NE, a != b)                                                                                    \
    ROW(SpvOpULessThan, ULT, a < b)                                                                                    \
    ROW(SpvOpSLessThan, SLT, x < y)                                                                                    \
    ROW(SpvOpUGreaterThan, UGT, a > b)                                                                                 \
    ROW(SpvOpSGreaterThan, SGT, x > y)                                                                                 \
    ROW(SpvOpULessThanEqual, ULE, a <= b)                                                                              \
    ROW(SpvOpSLessThanEqual, SLE, x <= y)                                                                              \
    ROW(SpvOpUGreaterThanEqual, UGE, a >= b)                                                                           \
    ROW(SpvOpSGreaterThanEqual, SGE, x >= y)

#define SPIRV_FLOAT_ROWS(ROW)                                                                                          \
    ROW(SpvOpFAdd, FADD)                                                                                               \
    ROW(SpvOpFSub, FSUB)                                                                                               \
    ROW(SpvOpFMul, FMUL)

#define SPIRV_FLOAT_COMPARISON_ROWS(ROW)                                                                               \
    ROW(SpvOpFOrdEqual, OEQ)                                                                                           \
    ROW(SpvOpFUnordEqual, UEQ)                                                                                         \
    ROW(SpvOpFOrdNotEqual, ONE)                                                                                        \
    ROW(SpvOpFUnordNotEqual, UNE)                                                                                      \
    ROW(SpvOpFOrdLessThan, OLT)                                                                                        \
    ROW(SpvOpFUnordLessThan, FULT)                                                                                     \
    ROW(SpvOpFOrdGreaterThan, OGT)                                                                                     \
    ROW(SpvOpFUnordGreaterThan, FUGT)                                                                                  \
    ROW(SpvOpFOrdLessThanEqual, OLE)                                                                                   \
    ROW(SpvOpFUnordLessThanEqual, FULE)                                                                                \
    ROW(SpvOpFOrdGreaterThanEqual, OGE)                                                                                \
    ROW(SpvOpFUnordGreaterThanEqual, FUGE)

#endif
