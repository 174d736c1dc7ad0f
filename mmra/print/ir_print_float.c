/* Floating-point constants as LLVM writes them: decimal where six digits after the point say it exactly, else
 * the bits of the value as a double. */
#include "mmra/print/ir_printer.h"

/* A decimal number of six digits: digits * 10^(exponent - 5), 1.5 is 150000 and 0. */
struct decimal {
    uint32_t digits;
    int exponent;
};

/* The powers of ten that a double holds exactly. */
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LARGEST_POWER = 22, DIGITS_AFTER_POINT = 5 };

/* digits * 10^(exponent - 5), correctly rounded, since both factors are exact. */
static double decimal_value(struct decimal decimal) {
    int power = decimal.exponent - DIGITS_AFTER_POINT;
    return power < 0 ? decimal.digits / powers_of_ten[-power] : decimal.digits * powers_of_ten[power];
}

/* Whether six digits give back exactly `value`, which is positive and finite. If any do, they are the
 * nearest to it, so scaling with an error of one unit in the last place finds them. */
static bool exact_decimal(double value, struct decimal *decimal) {
    if (!(value >= 1e-16 && value < 1e23))
        return false;
    int exponent = 0;
    if (value >= 1)
        while (exponent < LARGEST_POWER && value >= powers_of_ten[exponent + 1])
            exponent++;
    else
        while (value * powers_of_ten[-exponent] < 1 && exponent > -16)
            exponent--;
    int power = DIGITS_AFTER_POINT - exponent;
    double scaled = power < 0 ? value / powers_of_ten[-power] : value * powers_of_ten[power];
    if (!(scaled >= 99999.5 && scaled < 999999.5))
        return false;
    *decimal = (struct decimal){(uint32_t)(scaled + 0.5), exponent};
    if (decimal->digits < 100000)
        return false;
    return decimal_value(*decimal) == value;
}

/* 150000 and 0 is "1.500000e+00" */
static void print_decimal(struct text *text, bool negative, struct decimal decimal) {
    if (negative)
        text_char(text, '-');
    text_char(text, (char)('0' + decimal.digits / 100000));
    text_char(text, '.');
    for (uint32_t unit = 10000; unit; unit /= 10)
        text_char(text, (char)('0' + decimal.digits / unit % 10));
    text_char(text, '0');
    uint32_t exponent = (uint32_t)(decimal.exponent < 0 ? -decimal.exponent : decimal.exponent);
    text_char(text, 'e');
    text_char(text, decimal.exponent < 0 ? '-' : '+');
    text_char(text, (char)('0' + exponent / 10));
    text_char(text, (char)('0' + exponent % 10));
}

/* The bits of the double that equals a float; a NaN keeps its payload, quiet or not. */
static uint64_t double_bits_of_float(uint32_t bits) {
    uint64_t sign = (uint64_t)(bits >> 31) << 63, fraction = bits & 0x7FFFFF;
    if ((bits >> 23 & 0xFF) == 0xFF)
        return sign | UINT64_C(0x7FF) << 52 | fraction << 29;
    float narrow;
    double wide;
    uint64_t result;
    memcpy(&narrow, &bits, sizeof narrow);
    wide = narrow;
    memcpy(&result, &wide, sizeof result);
    return result;
}

static void print_double(struct text *text, uint64_t bits) {
    uint64_t magnitude = bits & ~(UINT64_C(1) << 63);
    bool negative = bits >> 63;
    struct decimal decimal = {0, 0};
    double value;
    memcpy(&value, &magnitude, sizeof value);
    if (magnitude == 0 || exact_decimal(value, &decimal)) {
        print_decimal(text, negative, decimal);
        return;
    }
    TEXT_LITERAL(text, "0x");
    text_hexadecimal(text, bits, 16);
}

void ir_print_floating(struct text *text, enum ir_type_kind kind, uint64_t bits) {
    switch (kind) {
    case IR_TYPE_HALF:
        TEXT_LITERAL(text, "0xH");
        text_hexadecimal(text, bits, 4);
        break;
    case IR_TYPE_BFLOAT:
        TEXT_LITERAL(text, "0xR");
        text_hexadecimal(text, bits, 4);
        break;
    case IR_TYPE_FLOAT:
        print_double(text, double_bits_of_float((uint32_t)bits));
        break;
    default:
        print_double(text, bits);
        break;
    }
}
