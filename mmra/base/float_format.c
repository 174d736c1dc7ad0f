#include "mmra/base/float_format.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct mmra_float_format mmra_float_format_of(uint32_t width) {
    static const struct mmra_float_format half = {10, 5}, single = {23, 8}, whole = {52, 11};
    return width == 16 ? half : width == 32 ? single : whole;
}

static int32_t bias(struct mmra_float_format format) {
    return (1 << (format.exponent - 1)) - 1;
}

static uint64_t low_bits(uint32_t count) {
    return (UINT64_C(1) << count) - 1;
}

/* value / 2^count, to nearest, ties to even. `count` may exceed 63. */
static uint64_t shift_right_rounded(uint64_t value, uint32_t count) {
    if (count == 0)
        return value;
    if (count > 63)
        return 0; /* values have at most 63 bits here: less than a half */
    uint64_t half = UINT64_C(1) << (count - 1);
    uint64_t rest = value & low_bits(count);
    uint64_t quotient = value >> count;
    bool is_up = rest > half || (rest == half && (quotient & 1) != 0);
    return quotient + is_up;
}

/* The number significand * 2^(exponent - 62), where bit 62 of the significand is set, without sign. */
static uint64_t encode(uint64_t significand, int32_t exponent, struct mmra_float_format to) {
    int32_t biased = exponent + bias(to);
    uint32_t drop = 62 - to.fraction;
    if (biased < 1) { /* subnormal */
        int32_t further = 1 - biased;
        return shift_right_rounded(significand, drop + (further > 64 ? 64 : (uint32_t)further));
    }
    /* Rounding up may carry into the exponent, which is then right as well, infinity included. */
    uint64_t rounded = shift_right_rounded(significand, drop) - (UINT64_C(1) << to.fraction);
    uint64_t infinity = low_bits(to.exponent) << to.fraction;
    if (biased >= (int32_t)low_bits(to.exponent))
        return infinity;
    return ((uint64_t)biased << to.fraction) + rounded;
}

uint64_t mmra_reformat_float(uint64_t bits, struct mmra_float_format from, struct mmra_float_format to) {
    uint64_t sign = (bits >> (from.fraction + from.exponent) & 1) << (to.fraction + to.exponent);
    uint64_t fraction = bits & low_bits(from.fraction);
    int32_t exponent = (int32_t)(bits >> from.fraction & low_bits(from.exponent));
    if (exponent == (int32_t)low_bits(from.exponent)) {
        uint64_t infinity = low_bits(to.exponent) << to.fraction;
        if (fraction == 0)
            return sign | infinity;
        uint64_t quiet = UINT64_C(1) << (to.fraction - 1);
        uint64_t payload = fraction << (63 - from.fraction) >> (63 - to.fraction);
        return sign | infinity | quiet | (payload & low_bits(to.fraction));
    }
    if (exponent == 0 && fraction == 0)
        return sign;
    if (exponent == 0)
        exponent = 1;
    else
        fraction |= UINT64_C(1) << from.fraction;
    int32_t unbiased = exponent - bias(from) + 62 - (int32_t)from.fraction;
    for (; (fraction & UINT64_C(1) << 62) == 0; --unbiased)
        fraction <<= 1;
    return sign | encode(fraction, unbiased, to);
}

uint64_t mmra_convert_float(uint64_t bits, uint32_t from, uint32_t to) {
    return mmra_reformat_float(bits, mmra_float_format_of(from), mmra_float_format_of(to));
}

double mmra_float_value(uint64_t bits, uint32_t width) {
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    if (width == 16)
        bits = mmra_convert_float(bits & 0xFFFF, 16, 64);
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &bits, sizeof value);
    return width == 32 ? (double)single : value;
}

uint64_t mmra_float_bits(double value, uint32_t width) {
    struct mmra_float_format format = mmra_float_format_of(width);
    float single = (float)value;
    uint32_t low;
    uint64_t bits;
    if (isnan(value))
        return low_bits(format.exponent + 1) << (format.fraction - 1);
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &value, sizeof bits);
    return width == 16 ? mmra_convert_float(bits, 64, 16) : width == 32 ? low : bits;
}
