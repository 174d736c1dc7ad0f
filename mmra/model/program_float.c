/* Floating-point arithmetic of programs, by the host's: double holds every number of 16 and 32 bits, and what +, -, *,
 * / and the square root of those give in double rounds to what they give in 32 or 16 bits. */
#include "mmra/model/program_rows.h"

#include "mmra/base/bits.h"
#include "mmra/base/float_format.h"
#include "mmra/model/program_float.h"

#include <math.h>

/* ---- operations ---- */

static double smaller(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x < y || (x == y && signbit(x)) ? x : y;
}

static double larger(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x > y || (x == y && !signbit(x)) ? x : y;
}

static double scaled(double x, double by) {
    return ldexp(x, by > 10000 ? 10000 : by < -10000 ? -10000 : (int)by);
}

static double significand(double x) {
    int power = 0;
    return isfinite(x) ? frexp(x, &power) : x;
}

/* The number of so many bits that is nearest to x among those no farther from zero. */
static double toward_zero(double x, uint8_t width) {
    uint64_t nearest = mmra_float_bits(x, width);
    bool is_beyond = fabs(mmra_float_value(nearest, width)) > fabs(x);
    return mmra_float_value(nearest - is_beyond, width);
}

#define FUNCTION(name, formula)                                                                                        \
    static double name##_of(double x, double y, double z, uint8_t width) {                                             \
        (void)y, (void)z, (void)width;                                                                                 \
        return formula;                                                                                                \
    }
PROGRAM_FLOAT_ROWS(FUNCTION)

#define ROW(name, formula) name##_of,
static double (*const formulas[])(double x, double y, double z, uint8_t width) = {PROGRAM_FLOAT_ROWS(ROW)};

/* ---- to and from integers ---- */

static uint64_t from_integer(bool is_signed, uint64_t a, uint8_t width) {
    /* a 64-bit integer that double does not hold is rounded once, to the width asked for */
    if (width == 32)
        return mmra_float_bits(is_signed ? (float)(int64_t)a : (float)a, 32);
    return mmra_float_bits(is_signed ? (double)(int64_t)a : (double)a, width);
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
        return to_integer(i->alu == PROGRAM_FTOS, mmra_float_value(a, from), i->width, result);
    case PROGRAM_EXPONENT:
        *result = exponent_of(mmra_float_value(a, from));
        return true;
    default:
        break;
    }
    if (i->alu >= PROGRAM_FCOMPARE) {
        *result = (mmra_order_of_floats(mmra_float_value(a, from), mmra_float_value(b, from)) &
                   (i->alu - PROGRAM_FCOMPARE)) != 0;
        return true;
    }
    double y = i->alu == PROGRAM_LDEXP ? (double)mmra_signed_bits(b, 32) : mmra_float_value(b, from);
    double x = mmra_float_value(a, from), z = mmra_float_value(c, from);
    *result = mmra_float_bits(formulas[i->alu - PROGRAM_FADD](x, y, z, i->width), i->width);
    return true;
}

bool program_is_float(const struct program_instruction *i) {
    return (i->alu >= PROGRAM_EXPONENT && i->alu < PROGRAM_COMPARE) || i->alu >= PROGRAM_FCOMPARE;
}

static bool is_usual(uint64_t bits, uint8_t width) {
    double x = mmra_float_value(bits, width);
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
    double x = mmra_float_value(old, width), y = mmra_float_value(operand, width);
    switch (operation) {
    case IR_RMW_FADD:
        return mmra_float_bits(x + y, width);
    case IR_RMW_FSUB:
        return mmra_float_bits(x - y, width);
    case IR_RMW_FMIN:
        return mmra_float_bits(smaller(x, y), width);
    default:
        return mmra_float_bits(larger(x, y), width);
    }
}
