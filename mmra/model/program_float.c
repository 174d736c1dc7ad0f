/* Floating-point arithmetic of programs, by the host's: double holds every number of 16 and 32 bits, and what +, -, *,
 * / and the square root of those give in double rounds to what they give in 32 or 16 bits. */
#include "mmra/model/program_float.h"
#include "mmra/base/bits.h"

#include <math.h>

/* ---- bit patterns ---- */

static double half_to_double(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023), value;
    if (exponent == 31)
        value = bits & 1023 ? (double)NAN : (double)INFINITY;
    else
        value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits & 0x8000 ? -value : value;
}

static uint64_t double_to_half(double value) {
    uint64_t negative = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    if (size >= 65520)
        return negative | 0x7C00;
    int exponent;
    frexp(size, &exponent); /* size is below 2^exponent */
    exponent = exponent < -13 ? -13 : exponent;
    double units = nearbyint(ldexp(size, 11 - exponent)); /* of the last place */
    uint64_t biased = units >= 1024 ? (uint64_t)(exponent + 13) << 10 : 0;
    return negative | (biased + (uint64_t)units);
}

static double number_of(uint64_t bits, uint8_t width) {
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    if (width == 16)
        return half_to_double(bits);
    if (width == 32) {
        memcpy(&single, &low, sizeof single);
        return single;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value, uint8_t width) {
    static const uint64_t nan16 = 0x7E00, nan32 = 0x7FC00000, nan64 = UINT64_C(0x7FF8000000000000);
    if (isnan(value))
        return width == 16 ? nan16 : width == 32 ? nan32 : nan64;
    if (width == 16)
        return double_to_half(value);
    if (width == 32) {
        float single = (float)value;
        uint32_t low;
        memcpy(&low, &single, sizeof low);
        return low;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- operations ---- */

static bool holds(enum ir_float_predicate predicate, double x, double y) {
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
    static const uint8_t where[IR_FLOAT_PREDICATE_COUNT] = {[IR_OEQ] = EQUAL,
                                                            [IR_OGT] = GREATER,
                                                            [IR_OGE] = GREATER | EQUAL,
                                                            [IR_OLT] = LESS,
                                                            [IR_OLE] = LESS | EQUAL,
                                                            [IR_ONE] = LESS | GREATER,
                                                            [IR_ORD] = LESS | GREATER | EQUAL,
                                                            [IR_UEQ] = UNORDERED | EQUAL,
                                                            [IR_FUGT] = UNORDERED | GREATER,
                                                            [IR_FUGE] = UNORDERED | GREATER | EQUAL,
                                                            [IR_FULT] = UNORDERED | LESS,
                                                            [IR_FULE] = UNORDERED | LESS | EQUAL,
                                                            [IR_UNE] = UNORDERED | LESS | GREATER,
                                                            [IR_UNO] = UNORDERED,
                                                            [IR_TRUE] = UNORDERED | LESS | GREATER | EQUAL};
    bool unordered = isnan(x) || isnan(y);
    return where[predicate] & (unordered ? UNORDERED : x == y ? EQUAL : x > y ? GREATER : LESS);
}

static double smaller(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x < y || (x == y && signbit(x)) ? x : y;
}

static double larger(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x > y || (x == y && !signbit(x)) ? x : y;
}

static double fused(double x, double y, double z, uint8_t width) {
    return width == 32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z);
}

/* Its value within one unit in the last place or so: what a device gives may be another one. */
static double estimate(uint8_t alu, double x, double y) {
    switch (alu) {
    case PROGRAM_EXP2:
        return exp2(x);
    case PROGRAM_LOG2:
        return log2(x);
    case PROGRAM_SIN:
        return sin(x);
    case PROGRAM_COS:
        return cos(x);
    case PROGRAM_TAN:
        return tan(x);
    case PROGRAM_ASIN:
        return asin(x);
    case PROGRAM_ACOS:
        return acos(x);
    case PROGRAM_ATAN:
        return atan(x);
    case PROGRAM_ATAN2:
        return atan2(x, y);
    case PROGRAM_SINH:
        return sinh(x);
    case PROGRAM_COSH:
        return cosh(x);
    case PROGRAM_TANH:
        return tanh(x);
    case PROGRAM_ASINH:
        return asinh(x);
    case PROGRAM_ACOSH:
        return acosh(x);
    case PROGRAM_ATANH:
        return atanh(x);
    default:
        return pow(x, y);
    }
}

static double calculate(const struct program_instruction *i, double x, double y, double z, int64_t exponent) {
    int power = 0;
    switch (i->alu) {
    case PROGRAM_FADD:
        return x + y;
    case PROGRAM_FSUB:
        return x - y;
    case PROGRAM_FMUL:
        return x * y;
    case PROGRAM_FDIV:
        return x / y;
    case PROGRAM_FREM:
        return fmod(x, y);
    case PROGRAM_FMA:
        return fused(x, y, z, i->width);
    case PROGRAM_SQRT:
        return sqrt(x);
    case PROGRAM_FLOOR:
        return floor(x);
    case PROGRAM_CEIL:
        return ceil(x);
    case PROGRAM_TRUNC:
        return trunc(x);
    case PROGRAM_ROUND_EVEN:
        return nearbyint(x);
    case PROGRAM_FMIN:
        return smaller(x, y);
    case PROGRAM_FMAX:
        return larger(x, y);
    case PROGRAM_LDEXP:
        return ldexp(x, exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent);
    case PROGRAM_SIGNIFICAND:
        return isfinite(x) ? frexp(x, &power) : x;
    case PROGRAM_FCONVERT:
        return x;
    default:
        return estimate(i->alu, x, y);
    }
}

/* ---- to and from integers ---- */

static uint64_t from_integer(bool is_signed, uint64_t a, uint8_t width) {
    /* a 64-bit integer that double does not hold is rounded once, to the width asked for */
    if (width == 32)
        return bits_of(is_signed ? (float)(int64_t)a : (float)a, 32);
    return bits_of(is_signed ? (double)(int64_t)a : (double)a, width);
}

static bool to_integer(bool is_signed, double x, uint8_t width, uint64_t *result) {
    double whole = trunc(x), end = ldexp(1, width - is_signed);
    if (isnan(x) || whole >= end || whole < (is_signed ? -end : 0))
        return false;
    *result = is_signed ? (uint64_t)(int64_t)whole : (uint64_t)whole;
    return true;
}

static uint64_t exponent_of(double x) {
    int power = 0;
    if (isfinite(x))
        frexp(x, &power);
    return (uint64_t)(int64_t)power;
}

bool program_compute_float(const struct program_instruction *i, uint64_t a, uint64_t b, uint64_t c, uint64_t *result) {
    uint8_t from = i->from_width ? i->from_width : i->width;
    switch (i->alu) {
    case PROGRAM_UTOF:
    case PROGRAM_STOF:
        *result = from_integer(i->alu == PROGRAM_STOF, i->alu == PROGRAM_STOF ? (uint64_t)mmra_signed_bits(a, from) : a,
                               i->width);
        return true;
    case PROGRAM_FTOU:
    case PROGRAM_FTOS:
        return to_integer(i->alu == PROGRAM_FTOS, number_of(a, from), i->width, result);
    case PROGRAM_EXPONENT:
        *result = exponent_of(number_of(a, from));
        return true;
    default:
        break;
    }
    if (i->alu >= PROGRAM_FCOMPARE) {
        *result = holds(i->alu - PROGRAM_FCOMPARE, number_of(a, from), number_of(b, from));
        return true;
    }
    double x = number_of(a, from), y = i->alu == PROGRAM_LDEXP ? 0 : number_of(b, from), z = number_of(c, from);
    *result = bits_of(calculate(i, x, y, z, mmra_signed_bits(b, 32)), i->width);
    return true;
}

bool program_is_float(const struct program_instruction *i) {
    return (i->alu >= PROGRAM_FIRST_FLOAT && i->alu < PROGRAM_COMPARE) || i->alu >= PROGRAM_FCOMPARE;
}

static bool is_usual(uint64_t bits, uint8_t width) {
    double x = number_of(bits, width);
    return isfinite(x) && !(x == 0 && signbit(x));
}

bool program_is_usual(const struct program_instruction *i, uint64_t a, uint64_t b, uint64_t c, uint64_t result) {
    uint8_t from = i->from_width ? i->from_width : i->width;
    bool from_integer = i->alu == PROGRAM_UTOF || i->alu == PROGRAM_STOF, scales = i->alu == PROGRAM_LDEXP;
    bool to_integer =
        i->alu == PROGRAM_FTOU || i->alu == PROGRAM_FTOS || i->alu == PROGRAM_EXPONENT || i->alu >= PROGRAM_FCOMPARE;
    if (!from_integer && !(is_usual(a, from) && (scales || is_usual(b, from)) && is_usual(c, from)))
        return false;
    return to_integer || is_usual(result, i->width);
}

uint64_t program_modify_float(enum ir_rmw operation, uint64_t old, uint64_t operand, uint8_t width) {
    double x = number_of(old, width), y = number_of(operand, width);
    switch (operation) {
    case IR_RMW_FADD:
        return bits_of(x + y, width);
    case IR_RMW_FSUB:
        return bits_of(x - y, width);
    case IR_RMW_FMIN:
        return bits_of(smaller(x, y), width);
    default:
        return bits_of(larger(x, y), width);
    }
}
