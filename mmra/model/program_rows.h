/* The arithmetic of programs: an operation is one row for its name and what it computes. */
#ifndef MMRA_PROGRAM_ROWS_H
#define MMRA_PROGRAM_ROWS_H

/* A row gives what is defined whatever the operands a, b, c are. */
#define PROGRAM_SIMPLE_ROWS(ROW)                                                                                       \
    ROW(COPY, a)                                                                                                       \
    ROW(ADD, a + b)                                                                                                    \
    ROW(SUB, a - b)                                                                                                    \
    ROW(MUL, (a * b))                                                                                                  \
    ROW(AND, (a & b))                                                                                                  \
    ROW(OR, a | b)                                                                                                     \
    ROW(XOR, a ^ b)                                                                                                    \
    ROW(SELECT, a ? b : c)

/* A row says when a result is defined, and what it is, from a and b, of `from` bits, which as signed numbers are x and
 * y, in `width` bits (program.c). */
#define PROGRAM_INTEGER_ROWS(ROW)                                                                                      \
    ROW(UDIV, b != 0, a / b)                                                                                           \
    ROW(SDIV, divides(x, y, width), (uint64_t)(x / y))                                                                 \
    ROW(UREM, b != 0, a % b)                                                                                           \
    ROW(SREM, divides(x, y, width), (uint64_t)(x % y))                                                                 \
    ROW(SHL, b < width, a << b)                                                                                        \
    ROW(LSHR, b < width, a >> b)                                                                                       \
    ROW(ASHR, b < width, (uint64_t)(x >> b))                                                                           \
    ROW(SEXT, true, (uint64_t)x)                                                                                       \
    ROW(COUNT_ONES, true, mmra_count_ones(a))                                                                          \
    ROW(REVERSE, true, mmra_reversed_bits(a, width))                                                                   \
    ROW(LEADING_ZEROS, true, trailing_zeros(mmra_reversed_bits(a, from), from))                                        \
    ROW(TRAILING_ZEROS, true, trailing_zeros(a, from))                                                                 \
    ROW(UMUL_HIGH, true, multiply_high(false, a, b, width))                                                            \
    ROW(SMUL_HIGH, true, multiply_high(true, a, b, width))

/* A row gives the result of an operation on floats from x, y and z, before it is rounded (program_float.c). From EXP2
 * on it is within one unit in the last place or so: what a device gives may be another one. */
#define PROGRAM_FLOAT_ROWS(ROW)                                                                                        \
    ROW(FADD, x + y)                                                                                                   \
    ROW(FSUB, x - y)                                                                                                   \
    ROW(FMUL, (x * y))                                                                                                 \
    ROW(FDIV, x / y)                                                                                                   \
    ROW(FREM, fmod(x, y))                                                                                              \
    ROW(FMA, width == 32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z))                                  \
    ROW(SQRT, sqrt(x))                                                                                                 \
    ROW(FLOOR, floor(x))                                                                                               \
    ROW(CEIL, ceil(x))                                                                                                 \
    ROW(TRUNC, trunc(x))                                                                                               \
    ROW(ROUND_EVEN, nearbyint(x))                                                                                      \
    ROW(FMIN, smaller(x, y))                                                                                           \
    ROW(FMAX, larger(x, y))                                                                                            \
    ROW(LDEXP, scaled(x, y))                                                                                           \
    ROW(SIGNIFICAND, significand(x))                                                                                   \
    ROW(FCONVERT, x)                                                                                                   \
    ROW(FCONVERT_TOWARD_ZERO, toward_zero(x, width))                                                                   \
    ROW(EXP2, exp2(x))                                                                                                 \
    ROW(LOG2, log2(x))                                                                                                 \
    ROW(SIN, sin(x))                                                                                                   \
    ROW(COS, cos(x))                                                                                                   \
    ROW(TAN, tan(x))                                                                                                   \
    ROW(ASIN, asin(x))                                                                                                 \
    ROW(ACOS, acos(x))                                                                                                 \
    ROW(ATAN, atan(x))                                                                                                 \
    ROW(ATAN2, atan2(x, y))                                                                                            \
    ROW(SINH, sinh(x))                                                                                                 \
    ROW(COSH, cosh(x))                                                                                                 \
    ROW(TANH, tanh(x))                                                                                                 \
    ROW(ASINH, asinh(x))                                                                                               \
    ROW(ACOSH, acosh(x))                                                                                               \
    ROW(ATANH, atanh(x))                                                                                               \
    ROW(POW, pow(x, y))

#endif
