#include "testing.h"

#include <inttypes.h>

#include "mmra/base/text.h"

static struct arena arena;
static struct text text;

static int start(void **state) {
    (void)state;
    testing_arena(&arena);
    text_init(&text, &arena, 1);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

static void assert_unsigned(uint64_t number) {
    char expected[32];
    text.next = text.start;
    text_unsigned(&text, number);
    text_char(&text, '\0');
    snprintf(expected, sizeof expected, "%" PRIu64, number);
    assert_string_equal(text.start, expected);
}

static void assert_signed(int64_t number) {
    char expected[32];
    text.next = text.start;
    text_signed(&text, number);
    text_char(&text, '\0');
    snprintf(expected, sizeof expected, "%" PRId64, number);
    assert_string_equal(text.start, expected);
}

static void test_numbers_of_every_length(void **state) {
    (void)state;
    uint64_t power = 1;
    for (int digits = 1; digits <= 20; digits++) {
        assert_unsigned(power - 1);
        assert_unsigned(power);
        assert_unsigned(power + power / 10 + power / 1000); /* zeros within */
        for (uint64_t digit = 2; digit <= 9 && power <= UINT64_MAX / 10; digit++)
            assert_unsigned(power * digit + digit);
        power *= 10;
    }
    assert_unsigned(UINT32_MAX);
    assert_unsigned(UINT64_MAX);
    assert_signed(INT64_MIN);
    assert_signed(INT64_MAX);
    assert_signed(-1);
    assert_signed(0);
}

static void test_numbers_at_random(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 200000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        assert_unsigned(random >> (i % 64));
    }
}

/* What outgrows its room moves, and keeps what stood there. */
static void test_grows(void **state) {
    (void)state;
    for (int i = 0; i < 100000; i++)
        TEXT_LITERAL(&text, "abc");
    assert_int_equal(text_length(&text), 300000);
    for (size_t i = 0; i < 300000; i++)
        assert_int_equal(text.start[i], "abc"[i % 3]);
    assert_true(arena.used >= 300000 && arena.used <= 700000); /* the outgrown texts are gone */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_numbers_of_every_length, start, end),
        cmocka_unit_test_setup_teardown(test_numbers_at_random, start, end),
        cmocka_unit_test_setup_teardown(test_grows, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
