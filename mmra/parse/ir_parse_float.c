/* Floating-point constants, as LLVM writes them up to version 22 (the digits of a double, 0xH and 0xR for narrower
 * types) and from version 23 on (decimals of each type, the type's own digits after f0x, +inf, -qnan, +nan(0x1)). */
#include "mmra/base/float_format.h"
#include "mmra/parse/ir_parser.h"

static const struct mmra_float_format forms[] = {
    [IR_TYPE_HALF] = {10, 5}, [IR_TYPE_BFLOAT] = {7, 8}, [IR_TYPE_FLOAT] = {23, 8}, [IR_TYPE_DOUBLE] = {52, 11}};

static uint64_t infinity_of(const struct mmra_float_format *form) {
    return ((UINT64_C(1) << form->exponent) - 1) << form->fraction;
}

/* ---- decimals ---- */

/* A decimal of up to 15 digits, in a double, times or by powers of ten that a double holds exactly. */
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LARGEST_POWER = 22, MOST_POWERS = 4, EXACT_DIGITS = 15 };

static bool scan_digits(const char **at, uint64_t *number, int *digits) {
    const char *from = *at;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (*number || **at != '0')
            ++*digits;
        if (*digits <= EXACT_DIGITS)
            *number = *number * 10 + (uint64_t)(**at - '0');
    }
    return *at != from;
}

static int scan_exponent(const char **at) {
    int exponent = 0;
    if (**at != 'e' && **at != 'E')
        return 0;
    bool small = *++*at == '-';
    *at += small || **at == '+';
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (exponent < 1000)
            exponent = exponent * 10 + (**at - '0');
    return small ? -exponent : exponent;
}

/* -1.500000e+00 and its end, without its sign; *roundings says how often the value was rounded. False if it has too
 * many digits, or is too large or too small. */
static bool scan_decimal(const char **at, double *value, int *roundings) {
    uint64_t number = 0;
    int digits = 0, power = 0;
    scan_digits(at, &number, &digits);
    *at += **at == '.';
    const char *fraction = *at;
    scan_digits(at, &number, &digits);
    power = -(int)(*at - fraction > 1000 ? 1000 : *at - fraction);
    power += scan_exponent(at);
    *value = (double)number;
    for (*roundings = 0; power && *roundings < MOST_POWERS; ++*roundings) {
        int step = power > LARGEST_POWER ? LARGEST_POWER : power < -LARGEST_POWER ? -LARGEST_POWER : power;
        *value = step < 0 ? *value / powers_of_ten[-step] : *value * powers_of_ten[step];
        power -= step;
    }
    return digits <= EXACT_DIGITS && !power;
}

/* The bits of the number of that form that is nearest to a positive double; infinity's if it is too large. */
static uint64_t rounded(double value, const struct mmra_float_format *form) {
    return mmra_reformat_float(mmra_float_bits(value, 64), forms[IR_TYPE_DOUBLE], *form);
}

/* A value that was rounded n times is off by less than n * 2^-52 of it. Where both ends round to one number, that is
 * the number that was meant. */
static bool decimal_bits(const char **at, const struct mmra_float_format *form, uint64_t *bits) {
    double value;
    int roundings;
    if (!scan_decimal(at, &value, &roundings))
        return false;
    *bits = rounded(value, form);
    if (form->fraction == 52)
        return roundings <= 1 && *bits < infinity_of(form);
    double off = value * roundings / 4503599627370496.0;
    return rounded(value - off, form) == rounded(value + off, form) && *bits < infinity_of(form);
}

/* ---- digits ---- */

static bool scan_hexadecimal(const char **at, unsigned most, uint64_t *bits) {
    unsigned digits = 0;
    *bits = 0;
    for (;; ++*at, digits++) {
        char byte = **at;
        bool decimal = byte >= '0' && byte <= '9', upper = byte >= 'A' && byte <= 'F',
             lower = byte >= 'a' && byte <= 'f';
        if (!decimal && !upper && !lower)
            return digits && digits <= most;
        *bits = *bits << 4 | (uint64_t)(decimal ? byte - '0' : (byte | 0x20) - 'a' + 10);
    }
}

/* The float that equals the double of these bits. False if there is none. */
static bool float_bits_of_double(uint64_t bits, uint64_t *result) {
    const struct mmra_float_format *form = &forms[IR_TYPE_FLOAT];
    uint64_t magnitude = bits & INT64_MAX, fraction = bits & ((UINT64_C(1) << 52) - 1);
    double wide;
    memcpy(&wide, &magnitude, sizeof wide);
    *result =
        magnitude >= infinity_of(&forms[IR_TYPE_DOUBLE]) ? infinity_of(form) | fraction >> 29 : rounded(wide, form);
    *result |= bits >> 63 << 31;
    if (magnitude >= infinity_of(&forms[IR_TYPE_DOUBLE]))
        return !(fraction & ((1u << 29) - 1)) && (!fraction || fraction >> 29);
    float narrow;
    uint32_t narrow_bits = (uint32_t)*result & INT32_MAX;
    memcpy(&narrow, &narrow_bits, sizeof narrow);
    return narrow_bits < infinity_of(form) && (double)narrow == wide;
}

/* 0x and 16 digits of a double; 0xH and 4 of a half; 0xR and 4 of a bfloat. The others are not known. */
static bool old_hexadecimal(const char **at, enum ir_type_kind kind, uint64_t *bits) {
    char letter = *(*at += 2);
    uint64_t wide;
    if (letter >= 'G' && letter <= 'Z') {
        ++*at;
        bool known = scan_hexadecimal(at, 4, bits);
        return known && kind == (letter == 'H' ? IR_TYPE_HALF : letter == 'R' ? IR_TYPE_BFLOAT : IR_TYPE_OPAQUE);
    }
    if (!scan_hexadecimal(at, 16, &wide))
        return false;
    *bits = wide;
    return kind == IR_TYPE_DOUBLE || (kind == IR_TYPE_FLOAT && float_bits_of_double(wide, bits));
}

/* ---- words ---- */

/* inf, qnan, nan(0x1) and snan(0x1), whose fraction's highest bit is not set. */
static bool word_bits(const char **at, const struct mmra_float_format *form, uint64_t *bits) {
    const uint64_t quiet = UINT64_C(1) << (form->fraction - 1);
    const char *word = *at;
    uint64_t payload = 0;
    while (**at >= 'a' && **at <= 'z')
        ++*at;
    size_t length = (size_t)(*at - word);
    bool known = true;
    if (strncmp(*at, "(0x", 3) == 0) {
        *at += 3;
        known = scan_hexadecimal(at, 13, &payload) && **at == ')' && payload < quiet;
        *at += **at == ')';
    }
    *bits = infinity_of(form) | payload;
    if (length == 4 && strncmp(word, "snan", 4) == 0)
        return known && payload;
    if (length == 3 && strncmp(word, "inf", 3) == 0)
        return known && !payload;
    *bits |= quiet;
    return known && ((length == 4 && strncmp(word, "qnan", 4) == 0) || (length == 3 && strncmp(word, "nan", 3) == 0));
}

bool ir_scan_floating(const char **at, enum ir_type_kind kind, uint64_t *bits) {
    bool has_form = kind >= IR_TYPE_HALF && kind <= IR_TYPE_DOUBLE;
    const struct mmra_float_format *form = &forms[has_form ? kind : IR_TYPE_DOUBLE];
    if ((*at)[0] == '0' && (*at)[1] == 'x')
        return old_hexadecimal(at, kind, bits);
    if ((*at)[0] == 'f') {
        *at += 3;
        return scan_hexadecimal(at, (form->fraction + form->exponent + 1) / 4, bits) && has_form;
    }
    bool negative = **at == '-';
    *at += negative || **at == '+';
    bool known = **at >= 'a' && **at <= 'z' ? word_bits(at, form, bits) : decimal_bits(at, form, bits);
    *bits |= (uint64_t)negative << (form->fraction + form->exponent);
    return known && has_form;
}
