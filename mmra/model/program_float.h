/* Floating-point arithmetic of programs: bit patterns of 16, 32 or 64 bits. */
#ifndef MMRA_PROGRAM_FLOAT_H
#define MMRA_PROGRAM_FLOAT_H

#include "mmra/model/program.h"

/* alu is one of these from PROGRAM_EXPONENT on. Results are rounded to nearest even, as IEEE 754 defines them; every
 * NaN is the same one. False where the result is undefined: a number that the integer cannot hold. */
bool program_compute_float(const struct program_instruction *instruction, uint64_t a, uint64_t b, uint64_t c,
                           uint64_t *result);
bool program_is_float(const struct program_instruction *instruction);
/* Whether no operand and no result of floating-point arithmetic is a NaN, an infinity or -0. */
bool program_is_usual(const struct program_instruction *instruction, uint64_t a, uint64_t b, uint64_t c,
                      uint64_t result);
/* Computes what a floating-point read-modify-write stores. */
uint64_t program_modify_float(enum ir_rmw operation, uint64_t old, uint64_t operand, uint8_t width);

#endif
