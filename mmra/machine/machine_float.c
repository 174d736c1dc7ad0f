/* Floats: a value of 16 or 32 bits is computed as a double and rounded to its width, which for sums, products,
 * quotients and roots gives what rounding once gives (a double has more than twice as many bits, and two more). */
#include "mmra/machine/machine_rows.h"

#include "mmra/machine/machine_float.h"

#include "mmra/base/bits.h"
#include "mmra/base/float_format.h"

#include <math.h>
#include <string.h>

enum { MAX_SHIFTS = 4200 }; /* more leave nothing, or infinity */
#define PI 3.14159265358979323846

/* ---- formats ---- */

static unsigned fraction_bits(unsigned width) {
    return width == 64 ? 52 : width == 32 ? 23 : 10;
}

static uint64_t sign_of(unsigned width) {
    return UINT64_C(1) << (width - 1);
}

static uint64_t infinity_of(unsigned width) {
    return sign_of(width) - (UINT64_C(1) << fraction_bits(width));
}

static uint64_t quiet_of(unsigned width) {
    return UINT64_C(1) << (fraction_bits(width) - 1);
}

/* The bits without those above the width, and without the sign. */
static uint64_t magnitude(uint64_t bits, unsigned width) {
    return bits & (sign_of(width) - 1);
}

static bool is_negative(uint64_t bits, unsigned width) {
    return bits & sign_of(width);
}

static bool is_no_number(uint64_t bits, unsigned width) {
    return magnitude(bits, width) > infinity_of(width);
}

static bool is_finite(uint64_t bits, unsigned width) {
    return magnitude(bits, width) < infinity_of(width);
}

static bool is_denormal(uint64_t bits, unsigned width) {
    uint64_t size = magnitude(bits, width);
    return size && size < UINT64_C(1) << fraction_bits(width);
}

/* The exponent as it stands in the bits. */
static int exponent_field(uint64_t bits, unsigned width) {
    return (int)(magnitude(bits, width) >> fraction_bits(width));
}

/* ---- arithmetic ---- */

/* A sum whose lowest bit is set where it is not exact: it may be rounded again to less than 52 bits. */
static double odd_sum(double x, double y) {
    double sum = x + y, part = sum - x, error = (x - (sum - part)) + (y - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (!isfinite(sum) || error == 0 || bits & 1)
        return sum;
    bool outwards = (error > 0) == (sum > 0);
    bits += outwards ? 1 : UINT64_MAX;
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

uint64_t machine_float_fma(double x, double y, double z, unsigned width) {
    return mmra_float_bits(width == 64 ? fma(x, y, z) : odd_sum(x * y, z), width);
}

/* If only one of the two is a number, it is the result; -0 is less than +0. */
static uint64_t extreme(uint64_t a, uint64_t b, unsigned width, bool largest) {
    if (is_no_number(a, width))
        return is_no_number(b, width) ? mmra_convert_float(a, width, width) : b;
    if (is_no_number(b, width))
        return a;
    double x = mmra_float_value(a, width), y = mmra_float_value(b, width);
    bool less = x < y || (x == y && is_negative(a, width) && !is_negative(b, width));
    return less != largest ? a : b;
}

/* V_MED3_F32: the least of the three if one is no number. */
static uint64_t middle(uint64_t a, uint64_t b, uint64_t c, unsigned width) {
    uint64_t low = extreme(a, b, width, false), high = extreme(a, b, width, true);
    if (is_no_number(a, width) || is_no_number(b, width) || is_no_number(c, width))
        return extreme(low, c, width, false);
    return extreme(low, extreme(high, c, width, false), width, true);
}

/* The face of a cube that a direction meets: +x, -x, +y and so on. */
static int face_of(double x, double y, double z) {
    return fabs(z) >= fabs(x) && fabs(z) >= fabs(y) ? 4 + (z < 0) : fabs(y) >= fabs(x) ? 2 + (y < 0) : (x < 0);
}

static double on_face(double x, double y, double z, bool second) {
    const double along[6][2] = {{-z, -y}, {z, -y}, {x, z}, {x, -z}, {x, -y}, {-x, -y}};
    return along[face_of(x, y, z)][second];
}

static double major_axis(double x, double y, double z) {
    const double all[] = {x, y, z};
    return 2 * all[face_of(x, y, z) / 2];
}

static double fraction(double x) {
    double below = x - floor(x);
    return below < 1 ? below : 1 - 0x1p-24; /* of a small negative number */
}

/* The argument is in revolutions. */
static double wave_of(double x, double quarter) {
    return sin(2 * PI * (x - floor(x) + quarter));
}

/* The product that v_mad_f32 rounds before it adds: of 32 bits, of which denormals become 0. */
static double product_of_32(double x, double y) {
    double product = mmra_float_value(mmra_float_bits(x * y, 32), 32);
    return fabs(product) < 0x1p-126 ? copysign(0, product) : product;
}

#define FUNCTION(name, count, formula)                                                                                 \
    static double name##_of(double x, double y, double z) {                                                            \
        (void)y, (void)z;                                                                                              \
        return formula;                                                                                                \
    }
MACHINE_FLOAT_ROWS(FUNCTION)

#define ROW(name, count, formula) [MACHINE_FLOAT_##name - MACHINE_FLOAT_ADD] = {name##_of, count},
static const struct {
    double (*compute)(double x, double y, double z);
    unsigned count;
} formulas[] = {MACHINE_FLOAT_ROWS(ROW)};

/* Approximations of 32 bits know no denormals (LLVM's AMDGPUISelLowering scales their operands for that reason), and
 * neither does v_mad_f32 (its node FMAD_FTZ). */
static bool flushes(uint8_t operation, unsigned width) {
    return width == 32 && operation >= MACHINE_FLOAT_RECIPROCAL && operation <= MACHINE_FLOAT_MAD;
}

static uint64_t flushed(uint64_t bits, unsigned width) {
    return is_denormal(bits, width) ? bits & sign_of(width) : bits;
}

uint64_t machine_flushed(uint8_t flushes, unsigned bits, uint64_t a) {
    return flushes & (bits == 32 ? MACHINE_FLUSH_32 : MACHINE_FLUSH_16_64) ? flushed(a, bits) : a;
}

static uint64_t by_formula(uint8_t operation, unsigned from, unsigned to, const uint64_t operands[3]) {
    unsigned row = (unsigned)operation - MACHINE_FLOAT_ADD;
    double values[3] = {0};
    for (unsigned k = 0; k < formulas[row].count; k++) {
        if (is_no_number(operands[k], from))
            return mmra_convert_float(operands[k], from, to);
        values[k] = mmra_float_value(flushes(operation, from) ? flushed(operands[k], from) : operands[k], from);
    }
    uint64_t result = mmra_float_bits(formulas[row].compute(values[0], values[1], values[2]), to);
    return flushes(operation, to) ? flushed(result, to) : result;
}

/* ---- integers ---- */

/* A value that does not fit becomes the nearest that does; one that is no number becomes 0. */
static uint64_t to_integer(double x, unsigned bits, bool is_signed) {
    double limit = ldexp(1, (int)(is_signed ? bits - 1 : bits)), least = is_signed ? -limit : 0;
    if (isnan(x))
        return 0;
    if (x >= limit)
        return UINT64_MAX >> (64 - bits + is_signed);
    return x <= least ? (uint64_t)(int64_t)least : is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static uint64_t fused(uint64_t a, uint64_t b, uint64_t c, unsigned width) {
    const uint64_t operands[] = {a, b, c};
    for (unsigned k = 0; k < 3; k++)
        if (is_no_number(operands[k], width))
            return mmra_convert_float(operands[k], width, width);
    return machine_float_fma(mmra_float_value(a, width), mmra_float_value(b, width), mmra_float_value(c, width), width);
}

static uint64_t scaled(uint64_t a, int64_t by, unsigned width) {
    by = by > MAX_SHIFTS ? MAX_SHIFTS : by < -MAX_SHIFTS ? -MAX_SHIFTS : by;
    return is_no_number(a, width) ? mmra_convert_float(a, width, width)
                                  : mmra_float_bits(ldexp(mmra_float_value(a, width), (int)by), width);
}

static uint64_t significand(uint64_t a, unsigned width) {
    int exponent;
    if (!is_finite(a, width))
        return is_no_number(a, width) ? mmra_convert_float(a, width, width) : a;
    return mmra_float_bits(frexp(mmra_float_value(a, width), &exponent), width);
}

static int exponent_of(uint64_t a, unsigned width) {
    int exponent = 0;
    if (is_finite(a, width))
        (void)frexp(mmra_float_value(a, width), &exponent);
    return exponent;
}

#define BIT_FUNCTION(name, formula)                                                                                    \
    static uint64_t name##_of(uint64_t a, uint64_t b, uint64_t c, unsigned from, unsigned to) {                        \
        (void)b, (void)c, (void)from, (void)to;                                                                        \
        return formula;                                                                                                \
    }
MACHINE_FLOAT_BIT_ROWS(BIT_FUNCTION)

#define BIT_ROW(name, formula) name##_of,
static uint64_t (*const of_bits[])(uint64_t a, uint64_t b, uint64_t c, unsigned from,
                                   unsigned to) = {MACHINE_FLOAT_BIT_ROWS(BIT_ROW)};

uint64_t machine_float_compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c) {
    unsigned to = i->bits, from = i->from ? i->from : to;
    if (i->operation >= MACHINE_FLOAT_ADD)
        return by_formula(i->operation, from, to, (const uint64_t[]){a, b, c});
    return of_bits[i->operation - MACHINE_FLOAT_FMA](a, b, c, from, to);
}

/* ---- comparisons ---- */

unsigned machine_float_class(unsigned bits, uint64_t a) {
    if (is_no_number(a, bits))
        return a & quiet_of(bits) ? 1 : 0;
    unsigned size = !is_finite(a, bits) ? 0 : is_denormal(a, bits) ? 2 : magnitude(a, bits) > 0 ? 1 : 3;
    return is_negative(a, bits) ? 2 + size : 9 - size;
}

/* ---- division ---- */

/* The formulas of the guides have these in place of numbers: of 32 and of 64 bits. */
static int apart_of(unsigned bits) {
    return bits == 64 ? 768 : 96;
}

static int scale_of(unsigned bits) {
    return bits == 64 ? 128 : 64;
}

/* a is the one that is scaled, b the denominator, c the numerator. */
uint64_t machine_divide_scale(unsigned bits, uint64_t a, uint64_t b, uint64_t c, bool *flag) {
    double denominator = mmra_float_value(b, bits), numerator = mmra_float_value(c, bits);
    int apart = exponent_field(c, bits) - exponent_field(b, bits), by = 0;
    bool inverse = is_denormal(mmra_float_bits(1 / denominator, bits), bits);
    bool quotient = is_denormal(mmra_float_bits(numerator / denominator, bits), bits);
    bool of_denominator = magnitude(a, bits) == magnitude(b, bits);
    *flag = false;
    if (denominator == 0 || numerator == 0)
        return infinity_of(bits) | quiet_of(bits);
    if (apart >= apart_of(bits) || (!is_denormal(b, bits) && inverse && quotient)) {
        *flag = true;
        by = of_denominator ? scale_of(bits) : 0;
    } else if (is_denormal(b, bits)) {
        by = scale_of(bits);
    } else if (inverse) {
        by = -scale_of(bits);
    } else if (quotient) {
        *flag = true;
        by = magnitude(a, bits) == magnitude(c, bits) ? scale_of(bits) : 0;
    } else if (exponent_field(c, bits) <= (bits == 64 ? 53 : 23)) {
        by = scale_of(bits);
    }
    return is_no_number(a, bits) ? mmra_convert_float(a, bits, bits)
                                 : mmra_float_bits(ldexp(mmra_float_value(a, bits), by), bits);
}

uint64_t machine_divide_multiply(unsigned bits, uint64_t a, uint64_t b, uint64_t c, bool flag) {
    struct machine_instruction product = {.operation = MACHINE_FLOAT_FMA, .bits = (uint8_t)bits};
    uint64_t result = machine_float_compute(&product, a, b, c);
    bool large = exponent_field(c, bits) > (bits == 64 ? 1023 : 127);
    if (!flag || is_no_number(result, bits))
        return result;
    return mmra_float_bits(ldexp(mmra_float_value(result, bits), large ? scale_of(bits) : -scale_of(bits)), bits);
}

/* a is the quotient, b the denominator, c the numerator. */
uint64_t machine_divide_fix(unsigned bits, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t sign = (b ^ c) & sign_of(bits), denominator = magnitude(b, bits), numerator = magnitude(c, bits);
    uint64_t infinity = infinity_of(bits);
    int apart = exponent_field(c, bits) - exponent_field(b, bits);
    if (is_no_number(c, bits))
        return mmra_convert_float(c, bits, bits);
    if (is_no_number(b, bits))
        return mmra_convert_float(b, bits, bits);
    if (denominator == numerator && (denominator == 0 || denominator == infinity))
        return sign_of(bits) | infinity | quiet_of(bits);
    if (denominator == 0 || numerator == infinity)
        return sign | infinity;
    if (denominator == infinity || numerator == 0 || (bits > 16 && apart < (bits == 64 ? -1075 : -150)))
        return sign;
    return is_no_number(a, bits) ? sign | infinity : sign | magnitude(a, bits);
}
