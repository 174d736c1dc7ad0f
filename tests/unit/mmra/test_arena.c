#include "testing.h"

static struct arena arena;
static size_t held, blocks;

static void *allocate(void *user, size_t size) {
    (void)user;
    held += size;
    blocks++;
    return malloc(size);
}

static void release(void *user, void *block, size_t size) {
    (void)user;
    held -= size;
    blocks--;
    free(block);
}

static int start(void **state) {
    (void)state;
    const struct arena_allocator allocator = {allocate, release, NULL};
    arena_init(&arena, &allocator, SIZE_MAX, testing_exhausted, NULL);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    assert_int_equal(held, 0);
    assert_int_equal(blocks, 0);
    return 0;
}

static void test_takes_nothing_at_first(void **state) {
    (void)state;
    assert_int_equal(held, 0);
    arena_destroy(&arena);
}

static void test_small_items_share(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++)
        memset(arena_allocate(&arena, 100), i, 100);
    assert_int_equal(blocks, 1);
    assert_int_equal(held, arena.used);
}

/* A large item does not end the block that small ones share. */
static void test_large_items_stand_alone(void **state) {
    (void)state;
    char *first = arena_allocate(&arena, 16);
    memset(arena_allocate(&arena, 100000), 1, 100000);
    memset(arena_allocate(&arena, 5000000), 2, 5000000);
    assert_ptr_equal(arena_allocate(&arena, 16), first + 16);
    assert_int_equal(blocks, 3);
    assert_true(held >= 5100000 && held <= 5150000);
}

static void test_large_items_go_back(void **state) {
    (void)state;
    char *small = arena_allocate(&arena, 16);
    size_t before = arena.used;
    char *large = arena_allocate(&arena, 1000000), *other = arena_allocate(&arena, 2000000);
    strcpy(small, "small");
    strcpy(other, "other");
    arena_give_back(&arena, large);
    assert_true(held >= before + 2000000 && held <= before + 2001000);
    assert_int_equal(held, arena.used);
    arena_give_back(&arena, small); /* stays where it is, with what shares its block */
    assert_string_equal(small, "small");
    assert_string_equal(other, "other");
    arena_give_back(&arena, other);
    assert_int_equal(held, before);
}

static void test_destroyed_it_begins_anew(void **state) {
    (void)state;
    for (int i = 0; i < 1000; i++)
        arena_allocate(&arena, 5000);
    arena_destroy(&arena);
    assert_int_equal(held, 0);
    memset(arena_allocate(&arena, 5000), 3, 5000);
    assert_true(held >= 5000 && held <= 20000);
}

/* An arena loses little of what it takes: at most half of a small one, and two megabytes of a large one. */
static void test_little_is_lost(void **state) {
    (void)state;
    size_t asked = 0;
    for (size_t i = 0; i < 4000; i++) {
        size_t size = i % 50 ? 1 + i % 400 : 100000;
        arena_allocate(&arena, size);
        asked += size;
        assert_true(held <= asked * 2 + 20000);
        assert_true(held <= asked + asked / 4 + (2 << 20));
    }
}

#if defined(__SANITIZE_ADDRESS__) && !defined(ARENA_SHARES_NOTHING)
#include <sanitizer/asan_interface.h>

/* The rest of a shared block is no memory of anybody, nor are the bytes after an item of an odd size; a block that the
 * allocator gets back is its own again. */
static void test_the_rest_is_poisoned(void **state) {
    (void)state;
    char *first = arena_allocate(&arena, 13), *second = arena_allocate(&arena, 24);
    assert_false(__asan_region_is_poisoned(first, 13));
    assert_true(__asan_address_is_poisoned(first + 13));
    assert_false(__asan_region_is_poisoned(second, 24));
    assert_true(__asan_address_is_poisoned(second + 24));
    assert_true(__asan_address_is_poisoned(second + 1000));
    char *large = arena_allocate(&arena, 100001);
    assert_true(__asan_address_is_poisoned(large + 100001));
}
#else
static void test_the_rest_is_poisoned(void **state) {
    (void)state;
    skip(); /* there is no sanitizer */
}
#endif

static void test_limits_in_megabytes_do_not_wrap(void **state) {
    (void)state;
    static const struct {
        uint32_t megabytes;
        uint64_t with_32_bits, with_64_bits;
    } rows[] = {{0, 0, 0},
                {1, 1048576, 1048576},
                {4095, 4293918720, 4293918720},
                {4096, UINT32_MAX, 4294967296},
                {5000, UINT32_MAX, 5242880000},
                {UINT32_MAX, UINT32_MAX, 4503599626321920}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(arena_limit(rows[i].megabytes, UINT32_MAX), rows[i].with_32_bits);
        if (SIZE_MAX > UINT32_MAX)
            assert_int_equal(arena_limit(rows[i].megabytes, SIZE_MAX), rows[i].with_64_bits);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_takes_nothing_at_first, start, end),
        cmocka_unit_test_setup_teardown(test_small_items_share, start, end),
        cmocka_unit_test_setup_teardown(test_large_items_stand_alone, start, end),
        cmocka_unit_test_setup_teardown(test_large_items_go_back, start, end),
        cmocka_unit_test_setup_teardown(test_destroyed_it_begins_anew, start, end),
        cmocka_unit_test_setup_teardown(test_little_is_lost, start, end),
        cmocka_unit_test_setup_teardown(test_the_rest_is_poisoned, start, end),
        cmocka_unit_test(test_limits_in_megabytes_do_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
