#include "testing.h"

#include "mmra/base/sort.h"

enum { MOST = 300 };

struct item {
    unsigned key, place; /* where it stood */
};

static int compare(const void *a, const void *b) {
    unsigned x = ((const struct item *)a)->key, y = ((const struct item *)b)->key;
    return (x > y) - (x < y);
}

/* Every item is there once, in order; equal ones in the order in which they stood. */
static void assert_sorted(const struct item *items, size_t count, const struct item *before) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(items[i].key, before[items[i].place].key);
        if (i > 0)
            assert_true(items[i - 1].key < items[i].key ||
                        (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
    }
}

static void test_every_length(void **state) {
    (void)state;
    struct item items[MOST], before[MOST];
    unsigned random = 1;
    for (unsigned keys = 1; keys <= 1000; keys *= 10) {
        for (size_t count = 0; count <= MOST; count++) {
            struct arena arena;
            testing_arena(&arena);
            for (size_t i = 0; i < count; i++) {
                random = random * 1664525u + 1013904223u;
                items[i] = before[i] = (struct item){(random >> 8) % keys, (unsigned)i};
            }
            mmra_sort(&arena, items, count, sizeof *items, compare);
            assert_sorted(items, count, before);
            arena_destroy(&arena);
        }
    }
}

static void test_few_items_take_no_memory(void **state) {
    (void)state;
    struct arena arena;
    testing_arena(&arena);
    struct item items[8] = {{3, 0}, {2, 1}, {9, 2}, {2, 3}, {0, 4}, {7, 5}, {1, 6}, {3, 7}};
    mmra_sort(&arena, items, 8, sizeof *items, compare);
    assert_int_equal(items[0].key, 0);
    assert_int_equal(items[7].key, 9);
    assert_int_equal(arena.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_few_items_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
