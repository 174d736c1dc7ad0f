/* Conversions between the IEEE 754 formats by integer arithmetic: the same on every host and in every
 * rounding mode. Private to spirv/. */
#ifndef SPIRV_FLOAT_FORMAT_H
#define SPIRV_FLOAT_FORMAT_H

#include <stdint.h>

/* The bit pattern of a float of `from` bits (16, 32 or 64) in one of `to` bits, rounded to nearest, ties to
 * even. A NaN stays one, becomes quiet, and keeps the high bits of its payload. */
uint64_t spirv_convert_float(uint64_t bits, uint32_t from, uint32_t to);

/* OpQuantizeToF16 of a 32-bit float: a value that is too large becomes an infinity, and one that is not a normal 16-bit
 * number becomes a zero. */
uint64_t spirv_quantize_to_f16(uint64_t bits);

#endif
