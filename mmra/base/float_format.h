/* The IEEE 754 formats, and conversions between them by integer arithmetic: the same on every host and in every
 * rounding mode. */
#ifndef MMRA_BASE_FLOAT_FORMAT_H
#define MMRA_BASE_FLOAT_FORMAT_H

#include <stdint.h>

struct mmra_float_format {
    uint32_t fraction, exponent; /* bits */
};

/* That of 16, 32 or 64 bits. */
struct mmra_float_format mmra_float_format_of(uint32_t width);

/* The bit pattern of a float in another format, rounded to nearest, ties to even. A NaN stays one, becomes quiet, and
 * keeps the high bits of its payload. */
uint64_t mmra_reformat_float(uint64_t bits, struct mmra_float_format from, struct mmra_float_format to);
/* The same between 16, 32 and 64 bits. */
uint64_t mmra_convert_float(uint64_t bits, uint32_t from, uint32_t to);

/* A float of 16, 32 or 64 bits as a number, and the nearest one to a number; every NaN gives the same bits. */
double mmra_float_value(uint64_t bits, uint32_t width);
uint64_t mmra_float_bits(double value, uint32_t width);

#endif
