/* Floats of 32 bits, as bits. */
#ifndef MMRA_MACHINE_FLOAT_H
#define MMRA_MACHINE_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* Rounded to the nearest, denormals as they are. A result that is no number has the payload of the first operand that
 * is none, and else the processors' own. */
uint32_t machine_float_compute(uint8_t operation, uint32_t a, uint32_t b, uint32_t c); /* enum machine_alu */
bool machine_float_compare(uint8_t operation, uint32_t a, uint32_t b);

#endif
