/* Numbers for people. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "mmra/base/reals.h"
#include "mmra/litmus/litmus.h"

static double from_half(uint16_t bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 0x3FF;
    double magnitude = exponent == 0    ? ldexp(fraction, -24)
                       : exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                                        : ldexp(fraction + 1024, exponent - 25);
    return bits >> 15 ? -magnitude : magnitude;
}

static double number_of(uint8_t bits, uint64_t value) {
    float single;
    double wide;
    uint32_t low = (uint32_t)value;
    if (bits == 16)
        return from_half((uint16_t)value);
    memcpy(&single, &low, sizeof single);
    memcpy(&wide, &value, sizeof wide);
    return bits == 32 ? (double)single : wide;
}

/* Whether the text means the number, of those that its type has. */
static bool means(const char *text, uint8_t bits, double number) {
    double read = real_read(text, NULL);
    if (bits == 64)
        return read == number;
    float nearest = (float)read;
    if (bits == 32)
        return (double)nearest == number;
    int exponent;
    frexp(number, &exponent);
    double unit = ldexp(1, (exponent < -13 ? -13 : exponent) - 11); /* between neighbours that 16 bits can hold */
    return fabs(read - number) < unit / 2;
}

void explain_number(uint8_t bits, uint64_t value, char text[EXPLAIN_NUMBER]) {
    if (!bits) {
        snprintf(text, EXPLAIN_NUMBER, "%" PRIu64, value);
        return;
    }
    double number = number_of(bits, value);
    for (int digits = 1; digits <= 17; digits++) {
        real_write(text, EXPLAIN_NUMBER, digits, number);
        if (isnan(number) || means(text, bits, number))
            break;
    }
    if (!strpbrk(text, ".eni")) /* a whole number, which is no infinity and no NaN */
        snprintf(text + strlen(text), 3, ".0");
}
