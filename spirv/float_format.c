#include "spirv/float_format.h"

#include <stdbool.h>

struct format {
    uint32_t fraction; /* bits */
    uint32_t exponent; /* bits */
};

static struct format format_of(uint32_t width) {
    switch (width) {
    case 16:
        return (struct format){10, 5};
    case 32:
        return (struct format){23, 8};
    }
    return (struct format){52, 11};
}

static int32_t bias(struct format format) {
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
static uint64_t encode(uint64_t significand, int32_t exponent, struct format to) {
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

uint64_t spirv_convert_float(uint64_t bits, uint32_t from_width, uint32_t to_width) {
    struct format from = format_of(from_width), to = format_of(to_width);
    uint64_t sign = (bits >> (from_width - 1) & 1) << (to_width - 1);
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

uint64_t spirv_quantize_to_f16(uint64_t bits) {
    uint64_t half = spirv_convert_float(bits, 32, 16);
    bool is_subnormal = (half & 0x7C00) == 0;
    return spirv_convert_float(is_subnormal ? half & 0x8000 : half, 16, 32);
}
