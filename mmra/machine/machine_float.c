#include "mmra/machine/machine_float.h"

#include <math.h>
#include <string.h>

#include "mmra/machine/machine.h"

#define SIGN       UINT32_C(0x80000000)
#define QUIET      UINT32_C(0x00400000)
#define NO_NUMBER  UINT32_C(0x7FC00000) /* what processors give where no operand is one already */
#define MAX_SHIFTS 1000                 /* more leave nothing, or infinity */

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_no_number(uint32_t bits) {
    return (bits & ~SIGN) > UINT32_C(0x7F800000);
}

static uint32_t result_of(float value, const uint32_t *operands, unsigned count) {
    for (unsigned k = 0; k < count; k++)
        if (is_no_number(operands[k]))
            return operands[k] | QUIET;
    return isnan(value) ? NO_NUMBER : bits_of(value);
}

/* If only one of the two is a number, it is the result; -0 is less than +0. */
static uint32_t extreme(uint32_t a, uint32_t b, bool largest) {
    if (is_no_number(a))
        return is_no_number(b) ? a | QUIET : b;
    if (is_no_number(b))
        return a;
    float x = float_of(a), y = float_of(b);
    bool less = x < y || (x == y && a >> 31 > b >> 31);
    return less != largest ? a : b;
}

static uint32_t scale(uint32_t a, uint32_t by) {
    int32_t shift = (int32_t)by;
    shift = shift > MAX_SHIFTS ? MAX_SHIFTS : shift < -MAX_SHIFTS ? -MAX_SHIFTS : shift;
    return result_of(ldexpf(float_of(a), shift), &a, 1);
}

static bool is_finite(uint32_t a) {
    return (a & ~SIGN) < UINT32_C(0x7F800000);
}

static uint32_t fraction(uint32_t a) {
    int exponent;
    return is_finite(a) ? bits_of(frexpf(float_of(a), &exponent)) : result_of(float_of(a), &a, 1);
}

static uint32_t exponent_of(uint32_t a) {
    int exponent = 0;
    if (is_finite(a))
        (void)frexpf(float_of(a), &exponent);
    return (uint32_t)exponent;
}

/* A value that does not fit becomes the nearest that does; NaN becomes 0. */
static uint32_t to_signed(uint32_t a) {
    float x = float_of(a);
    return isnan(x) ? 0 : x >= 0x1p31F ? INT32_MAX : x < -0x1p31F ? (uint32_t)INT32_MIN : (uint32_t)(int32_t)x;
}

static uint32_t to_unsigned(uint32_t a) {
    float x = float_of(a);
    return isnan(x) || x < 0 ? 0 : x >= 0x1p32F ? UINT32_MAX : (uint32_t)x;
}

static uint32_t from_byte(uint32_t a, unsigned which) {
    return bits_of((float)(a >> (8 * which) & 0xFF));
}

uint32_t machine_float_compute(uint8_t operation, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t operands[] = {a, b, c};
    float x = float_of(a), y = float_of(b), z = float_of(c);
    switch ((enum machine_alu)operation) {
    case MACHINE_FLOAT_ADD:
        return result_of(x + y, operands, 2);
    case MACHINE_FLOAT_SUB:
        return result_of(x - y, operands, 2);
    case MACHINE_FLOAT_MUL:
        return result_of(x * y, operands, 2);
    case MACHINE_FLOAT_FMA:
        return result_of(fmaf(x, y, z), operands, 3);
    case MACHINE_FLOAT_MIN:
        return extreme(a, b, false);
    case MACHINE_FLOAT_MAX:
        return extreme(a, b, true);
    case MACHINE_FLOAT_TRUNC:
        return result_of(truncf(x), operands, 1);
    case MACHINE_FLOAT_FLOOR:
        return result_of(floorf(x), operands, 1);
    case MACHINE_FLOAT_CEIL:
        return result_of(ceilf(x), operands, 1);
    case MACHINE_FLOAT_NEAREST:
        return result_of(rintf(x), operands, 1);
    case MACHINE_FLOAT_SCALE:
        return scale(a, b);
    case MACHINE_FLOAT_FRACTION:
        return fraction(a);
    case MACHINE_FLOAT_EXPONENT:
        return exponent_of(a);
    case MACHINE_FLOAT_FROM_I:
        return bits_of((float)(int32_t)a);
    case MACHINE_FLOAT_FROM_U:
        return bits_of((float)a);
    case MACHINE_FLOAT_TO_I:
        return to_signed(a);
    case MACHINE_FLOAT_TO_U:
        return to_unsigned(a);
    default:
        return from_byte(a, (unsigned)operation - MACHINE_FLOAT_FROM_BYTE0);
    }
}

bool machine_float_compare(uint8_t operation, uint32_t a, uint32_t b) {
    float x = float_of(a), y = float_of(b);
    bool ordered = !isnan(x) && !isnan(y);
    switch ((enum machine_alu)operation) {
    case MACHINE_FLOAT_EQ:
        return x == y;
    case MACHINE_FLOAT_LT:
        return x < y;
    case MACHINE_FLOAT_LE:
        return x <= y;
    case MACHINE_FLOAT_GT:
        return x > y;
    case MACHINE_FLOAT_GE:
        return x >= y;
    case MACHINE_FLOAT_LG:
        return x < y || x > y;
    case MACHINE_FLOAT_ORDERED:
        return ordered;
    case MACHINE_FLOAT_UNORDERED:
        return !ordered;
    case MACHINE_FLOAT_NEQ:
        return !(x == y);
    case MACHINE_FLOAT_NLT:
        return !(x < y);
    case MACHINE_FLOAT_NLE:
        return !(x <= y);
    case MACHINE_FLOAT_NGT:
        return !(x > y);
    case MACHINE_FLOAT_NGE:
        return !(x >= y);
    default:
        return !(x < y || x > y);
    }
}
