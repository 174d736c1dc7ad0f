#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "mmra/model/relation.h"

static void exhausted(void *user) {
    (void)user;
    abort();
}

static struct arena arena;
static struct relations pool;

static int set_up(void **state) {
    (void)state;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    relations_init(&pool, &arena);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

/* 0 -> 1 -> 2 ... -> count - 1 */
static relation path(uint32_t count) {
    relation result = relation_empty(&pool);
    for (uint32_t i = 0; i + 1 < count; i++)
        relation_add(&pool, result, i, i + 1);
    return result;
}

static void closure_of_a_path(void **state) {
    (void)state;
    const uint32_t counts[] = {1, 3, 64, 65, 200};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        relations_begin(&pool, counts[c]);
        relation closure = relation_closure(&pool, path(counts[c]));
        for (uint32_t a = 0; a < counts[c]; a++)
            for (uint32_t b = 0; b < counts[c]; b++)
                assert_int_equal(relation_has(&pool, closure, a, b), a < b);
        assert_true(relation_equal(&pool, relation_immediate(&pool, closure), path(counts[c])));
    }
}

static void cycles_are_found(void **state) {
    (void)state;
    relations_begin(&pool, 130);
    relation a = path(130);
    assert_true(relation_acyclic(&pool, a));
    assert_true(relation_irreflexive(&pool, a));
    relation_add(&pool, a, 129, 0);
    assert_false(relation_acyclic(&pool, a));
    assert_true(relation_irreflexive(&pool, a));
}

static void operators(void **state) {
    (void)state;
    relations_begin(&pool, 4);
    event_set low = set_empty(&pool), high = set_empty(&pool);
    set_add(low, 0);
    set_add(low, 1);
    set_add(high, 1);
    set_add(high, 3);
    relation a = path(4), product = relation_product(&pool, low, high);
    assert_true(relation_has(&pool, product, 0, 3));
    assert_false(relation_has(&pool, product, 3, 0));
    assert_true(relation_has(&pool, relation_inverse(&pool, product), 3, 0));
    relation restricted = relation_into(&pool, relation_from(&pool, low, a), high);
    assert_true(relation_has(&pool, restricted, 0, 1));
    assert_false(relation_has(&pool, restricted, 1, 2));
    relation two = RELATION_CHAIN(&pool, a, a);
    assert_true(relation_has(&pool, two, 1, 3));
    assert_false(relation_has(&pool, two, 1, 2));
    relation all = RELATION_UNION(&pool, a, two, RELATION_CHAIN(&pool, a, a, a));
    assert_true(relation_equal(&pool, all, relation_closure(&pool, a)));
    assert_true(relation_is_empty(&pool, relation_minus(&pool, a, all)));
    assert_true(relation_has(&pool, relation_reflexive(&pool, a), 2, 2));
    assert_true(relation_equal(&pool, relation_intersection(&pool, all, a), a));
    assert_int_equal(set_next(&pool, set_minus(&pool, high, low), 0), 3);
    assert_int_equal(set_next(&pool, set_intersection(&pool, high, low), 2), 4);
}

/* The pool is reused, and grows when an execution has more events than any before. */
static void the_pool_is_reused(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 1000; round++) {
        relations_begin(&pool, round % 2 ? 10 : 100);
        assert_true(relation_is_empty(&pool, relation_empty(&pool)));
        relation a = relation_closure(&pool, path(pool.count));
        assert_true(relation_has(&pool, a, 0, pool.count - 1));
    }
    assert_true(arena.used < 1 << 20);
}

/* A row of a set is a word at least, also where nothing is to be related. */
static void no_events(void **state) {
    (void)state;
    struct relations none;
    relations_init(&none, &arena);
    relations_begin(&none, 0);
    event_set one = set_empty(&none), two = set_empty(&none);
    assert_ptr_not_equal(one, two);
    assert_int_equal(set_next(&none, one, 0), 0);
    assert_true(relation_acyclic(&none, relation_product(&none, one, two)));
}

static void same_keys_relate(void **state) {
    (void)state;
    const uint32_t counts[] = {1, 17, 64, 130};
    uint32_t keys[130];
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        relations_begin(&pool, counts[c]);
        event_set set = set_empty(&pool);
        for (uint32_t i = 0; i < counts[c]; i++) {
            keys[i] = i * 7 % 5;
            if (i % 3 != 1)
                set_add(set, i);
        }
        relation same = relation_same_key(&pool, set, keys);
        for (uint32_t a = 0; a < counts[c]; a++)
            for (uint32_t b = 0; b < counts[c]; b++)
                assert_int_equal(relation_has(&pool, same, a, b), a % 3 != 1 && b % 3 != 1 && a % 5 == b % 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(closure_of_a_path), cmocka_unit_test(cycles_are_found),
                                       cmocka_unit_test(operators),         cmocka_unit_test(the_pool_is_reused),
                                       cmocka_unit_test(no_events),         cmocka_unit_test(same_keys_relate)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
