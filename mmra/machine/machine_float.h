/* Floats of 16, 32 and 64 bits, as bits. */
#ifndef MMRA_MACHINE_FLOAT_H
#define MMRA_MACHINE_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/machine/machine.h"

/* Computes one of enum machine_alu from FLOAT_ADD to FLOAT_CONVERT. The result is rounded to the nearest, and denormals
 * stay. A result that is no number has the payload of the first operand that is none, and else the processors' own. */
uint64_t machine_float_compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c);
/* 0 with the sign, where the value of so many bits is a denormal and `flushes` (enum machine_flush) has its width. */
uint64_t machine_flushed(uint8_t flushes, unsigned bits, uint64_t a);
/* The class, as the bit that v_cmp_class has for it. */
unsigned machine_float_class(unsigned bits, uint64_t a);

/* A division's parts (ISA guides, V_DIV_SCALE_F32 and the two after it): `flag` is set, or read, for the lane. */
uint64_t machine_divide_scale(unsigned bits, uint64_t a, uint64_t b, uint64_t c, bool *flag);
uint64_t machine_divide_multiply(unsigned bits, uint64_t a, uint64_t b, uint64_t c, bool flag);
uint64_t machine_divide_fix(unsigned bits, uint64_t a, uint64_t b, uint64_t c);

/* Multiplies and adds, rounded once to the width. */
uint64_t machine_float_fma(double x, double y, double z, unsigned width);

#endif
