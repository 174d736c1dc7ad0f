/* The arithmetic of programs (program_compute) against that of C, on numbers at random and at the edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/model/program.h"

enum { TRIES = 200000 };

static uint64_t generator = 1;

/* splitmix64 */
static uint64_t any(void) {
    uint64_t z = (generator += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static bool compute(enum program_alu alu, uint8_t width, uint8_t from, uint64_t a, uint64_t b, uint64_t c,
                    uint64_t *result) {
    const struct program_instruction what = {
        .opcode = PROGRAM_COMPUTE, .alu = (uint8_t)alu, .width = width, .from_width = from};
    return program_compute(&what, a, b, c, result);
}

static uint64_t computed(enum program_alu alu, uint8_t width, uint8_t from, uint64_t a, uint64_t b) {
    uint64_t result;
    assert_true(compute(alu, width, from, a, b, 0, &result));
    return result;
}

static float float_of(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7FC00000 : bits;
}

/* Infinities, zeros, denormals and what is near to them are as likely as all others. */
static uint64_t any_float(void) {
    static const uint32_t edges[] = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 1,
                                     0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F800001, 0xBF000000};
    uint64_t number = any();
    return number >> 62 ? number & UINT32_MAX : edges[number % (sizeof edges / sizeof edges[0])];
}

static void singles_are_those_of_c(void **state) {
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        uint64_t a = any_float(), b = any_float(), c = any_float(), result;
        float x = float_of(a), y = float_of(b), z = float_of(c);
        assert_int_equal(computed(PROGRAM_FADD, 32, 0, a, b), bits_of(x + y));
        assert_int_equal(computed(PROGRAM_FSUB, 32, 0, a, b), bits_of(x - y));
        assert_int_equal(computed(PROGRAM_FMUL, 32, 0, a, b), bits_of(x * y));
        assert_int_equal(computed(PROGRAM_FDIV, 32, 0, a, b), bits_of(x / y));
        assert_int_equal(computed(PROGRAM_FREM, 32, 0, a, b), bits_of(fmodf(x, y)));
        assert_int_equal(computed(PROGRAM_SQRT, 32, 0, a, 0), bits_of(sqrtf(x)));
        assert_int_equal(computed(PROGRAM_FLOOR, 32, 0, a, 0), bits_of(floorf(x)));
        assert_int_equal(computed(PROGRAM_ROUND_EVEN, 32, 0, a, 0), bits_of(nearbyintf(x)));
        assert_true(compute(PROGRAM_FMA, 32, 0, a, b, c, &result));
        assert_int_equal(result, bits_of(fmaf(x, y, z)));
        assert_int_equal(computed(PROGRAM_UTOF, 32, 64, a * b, 0), bits_of((float)(a * b)));
        assert_int_equal(computed(PROGRAM_STOF, 32, 32, a, 0), bits_of((float)(int32_t)a));
    }
}

static void comparisons_are_those_of_c(void **state) {
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        uint64_t a = any_float(), b = i % 3 ? any_float() : a;
        float x = float_of(a), y = float_of(b);
        bool unordered = isnan(x) || isnan(y);
        const bool answers[IR_FLOAT_PREDICATE_COUNT] = {[IR_FALSE] = false,
                                                        [IR_OEQ] = x == y,
                                                        [IR_OGT] = x > y,
                                                        [IR_OGE] = x >= y,
                                                        [IR_OLT] = x < y,
                                                        [IR_OLE] = x <= y,
                                                        [IR_ONE] = !unordered && x != y,
                                                        [IR_ORD] = !unordered,
                                                        [IR_UEQ] = unordered || x == y,
                                                        [IR_FUGT] = !(x <= y),
                                                        [IR_FUGE] = !(x < y),
                                                        [IR_FULT] = !(x >= y),
                                                        [IR_FULE] = !(x > y),
                                                        [IR_UNE] = x != y,
                                                        [IR_UNO] = unordered,
                                                        [IR_TRUE] = true};
        for (int predicate = 0; predicate < IR_FLOAT_PREDICATE_COUNT; predicate++)
            assert_int_equal(computed(PROGRAM_FCOMPARE + predicate, 1, 32, a, b), answers[predicate]);
    }
}

/* Each half as a single and back; a single that lies between two halves becomes the nearer, the even one halfway. */
static void halves_are_rounded(void **state) {
    (void)state;
    for (uint64_t half = 0; half < 0x7C00; half++) {
        uint64_t wide = computed(PROGRAM_FCONVERT, 32, 16, half, 0);
        uint64_t next = computed(PROGRAM_FCONVERT, 32, 16, half + 1, 0);
        assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, wide, 0), half);
        assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, wide | 0x80000000, 0), half | 0x8000);
        if (half + 1 == 0x7C00)
            continue; /* behind it is infinity */
        uint64_t middle = bits_of((float_of(wide) + float_of(next)) / 2);
        assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, middle, 0), half + half % 2);
        assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, middle - 1, 0), half);
        assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, middle + 1, 0), half + 1);
    }
    assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, bits_of(65519.0F), 0), 0x7BFF);
    assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, bits_of(65520.0F), 0), 0x7C00);
    assert_int_equal(computed(PROGRAM_FCONVERT, 16, 32, 0x7F800001, 0), 0x7E00);
}

/* To an integer that does not hold it: undefined. */
static void integers_have_bounds(void **state) {
    (void)state;
    uint64_t result;
    assert_int_equal(computed(PROGRAM_FTOU, 32, 32, bits_of(4294967040.0F), 0), 4294967040);
    assert_int_equal(computed(PROGRAM_FTOU, 32, 32, bits_of(-0.75F), 0), 0);
    assert_int_equal(computed(PROGRAM_FTOS, 32, 32, bits_of(-2147483648.0F), 0), 0x80000000);
    assert_int_equal(computed(PROGRAM_FTOS, 8, 32, bits_of(-128.5F), 0), 0x80);
    assert_false(compute(PROGRAM_FTOU, 32, 32, bits_of(4294967296.0F), 0, 0, &result));
    assert_false(compute(PROGRAM_FTOU, 32, 32, bits_of(-1), 0, 0, &result));
    assert_false(compute(PROGRAM_FTOS, 8, 32, bits_of(128), 0, 0, &result));
    assert_false(compute(PROGRAM_FTOS, 32, 32, 0x7FC00000, 0, 0, &result));
}

static void bits_are_counted(void **state) {
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        uint8_t width = (uint8_t)(8 << any() % 4);
        uint64_t a = any() >> any() % 64, b = any(), ones = 0, reversed = 0, leading = width, trailing = width;
        a &= width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
        for (uint8_t bit = 0; bit < width; bit++)
            if (a >> bit & 1) {
                ones++;
                reversed |= UINT64_C(1) << (width - 1 - bit);
                leading = width - 1u - bit;
                trailing = trailing == width ? bit : trailing;
            }
        assert_int_equal(computed(PROGRAM_COUNT_ONES, width, 0, a, 0), ones);
        assert_int_equal(computed(PROGRAM_REVERSE, width, 0, a, 0), reversed);
        assert_int_equal(computed(PROGRAM_LEADING_ZEROS, width, 0, a, 0), leading);
        assert_int_equal(computed(PROGRAM_TRAILING_ZEROS, width, 0, a, 0), trailing);
        assert_int_equal(computed(PROGRAM_UMUL_HIGH, 32, 0, a, b), (a & UINT32_MAX) * (b & UINT32_MAX) >> 32);
        assert_int_equal(computed(PROGRAM_SMUL_HIGH, 32, 0, a, b),
                         (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32));
        /* (a + 1) * b is a * b + b */
        uint64_t high = computed(PROGRAM_UMUL_HIGH, 64, 0, a, b), carry = a * b + b < b;
        if (a != UINT64_MAX)
            assert_int_equal(computed(PROGRAM_UMUL_HIGH, 64, 0, a + 1, b), high + carry);
    }
}

/* significand * 2^exponent is the number again */
static void numbers_are_taken_apart(void **state) {
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        uint64_t a = any_float(), significand = computed(PROGRAM_SIGNIFICAND, 32, 0, a, 0);
        uint64_t exponent = computed(PROGRAM_EXPONENT, 32, 32, a, 0);
        assert_int_equal(computed(PROGRAM_LDEXP, 32, 0, significand, exponent), bits_of(float_of(a)));
        assert_int_equal(computed(PROGRAM_LDEXP, 16, 0, 0x3C00, (uint64_t)-14), 0x0400);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singles_are_those_of_c), cmocka_unit_test(comparisons_are_those_of_c),
        cmocka_unit_test(halves_are_rounded),     cmocka_unit_test(integers_have_bounds),
        cmocka_unit_test(bits_are_counted),       cmocka_unit_test(numbers_are_taken_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
