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
    const uint32_t counts[] = {1, 3, 64, 65, 200, RELATIONS_MOST_TOGETHER + 1};
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
    const uint32_t counts[] = {130, RELATIONS_MOST_TOGETHER + 44};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        relations_begin(&pool, counts[c]);
        relation a = path(counts[c]);
        assert_true(relation_acyclic(&pool, a));
        assert_true(relation_irreflexive(&pool, a));
        relation_add(&pool, a, counts[c] - 1, 0);
        assert_false(relation_acyclic(&pool, a));
        assert_true(relation_irreflexive(&pool, a));
    }
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
    const uint32_t counts[] = {1, 17, 64, 130, RELATIONS_MOST_TOGETHER + 20};
    uint32_t keys[RELATIONS_MOST_TOGETHER + 20];
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

/* Pairs that a multiplication spreads; more, and other rows are equal, with a smaller `most`. */
static relation spread(uint32_t factor, uint32_t most) {
    relation result = relation_empty(&pool);
    for (uint32_t a = 0; a < pool.count; a++)
        for (uint32_t b = 0; b < pool.count; b++)
            if ((a / 3 * factor + b * 40503) % 97 < most)
                relation_add(&pool, result, a, b);
    return result;
}

static bool composed(relation a, relation b, uint32_t from, uint32_t to) {
    for (uint32_t middle = 0; middle < pool.count; middle++)
        if (relation_has(&pool, a, from, middle) && relation_has(&pool, b, middle, to))
            return true;
    return false;
}

/* Each operator, pair by pair: with rows that stand together, and with rows that stand apart. */
static void each_pair(void **state) {
    (void)state;
    const uint32_t counts[] = {70, RELATIONS_MOST_TOGETHER, RELATIONS_MOST_TOGETHER + 1};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        relations_begin(&pool, counts[c]);
        relation a = spread(7919, 3), b = spread(104729, 5), copy = relation_copy(&pool, a);
        event_set set = set_empty(&pool);
        for (uint32_t i = 0; i < counts[c]; i += 3)
            set_add(set, i);
        relation both = relation_intersection(&pool, a, b), minus = relation_minus(&pool, a, b);
        relation either = RELATION_UNION(&pool, a, b, relation_empty(&pool)), inverse = relation_inverse(&pool, a);
        relation chain = RELATION_CHAIN(&pool, a, b), from = relation_from(&pool, set, a);
        relation into = relation_into(&pool, a, set), product = relation_product(&pool, set, relation_row(&pool, b, 5));
        relation identity = relation_identity(&pool, set), reflexive = relation_reflexive(&pool, a);
        for (uint32_t i = 0; i < counts[c]; i++)
            for (uint32_t k = 0; k < counts[c]; k++) {
                bool in_a = relation_has(&pool, a, i, k), in_b = relation_has(&pool, b, i, k);
                assert_int_equal(relation_has(&pool, copy, i, k), in_a);
                assert_int_equal(relation_has(&pool, both, i, k), in_a && in_b);
                assert_int_equal(relation_has(&pool, minus, i, k), in_a && !in_b);
                assert_int_equal(relation_has(&pool, either, i, k), in_a || in_b);
                assert_int_equal(relation_has(&pool, inverse, k, i), in_a);
                assert_int_equal(relation_has(&pool, from, i, k), in_a && i % 3 == 0);
                assert_int_equal(relation_has(&pool, into, i, k), in_a && k % 3 == 0);
                assert_int_equal(relation_has(&pool, product, i, k), i % 3 == 0 && relation_has(&pool, b, 5, k));
                assert_int_equal(relation_has(&pool, identity, i, k), i == k && i % 3 == 0);
                assert_int_equal(relation_has(&pool, reflexive, i, k), in_a || i == k);
                if (k % 7 == 0)
                    assert_int_equal(relation_has(&pool, chain, i, k), composed(a, b, i, k));
            }
        assert_true(relation_equal(&pool, relation_inverse(&pool, inverse), a));
        assert_false(relation_equal(&pool, a, b));
    }
}

/* Relations share rows, but none changes what another one is. */
static void changes_stay(void **state) {
    (void)state;
    relations_begin(&pool, RELATIONS_MOST_TOGETHER + 1);
    event_set all = set_minus(&pool, set_empty(&pool), set_empty(&pool));
    set_add(all, 200);
    relation a = relation_product(&pool, all, all), copy = relation_copy(&pool, a);
    relation_add(&pool, a, 200, 7);
    relation later = relation_copy(&pool, a), from = relation_from(&pool, all, a);
    relation_add(&pool, a, 200, 8);
    relation_remove(&pool, a, 200, 200);
    relation_set_row(&pool, copy, 3, relation_row(&pool, a, 200));
    relation_add(&pool, a, 200, 9);
    for (uint32_t i = 0; i < pool.count; i++) {
        assert_int_equal(relation_has(&pool, a, 200, i), i == 7 || i == 8 || i == 9);
        assert_int_equal(relation_has(&pool, later, 200, i), i == 7 || i == 200);
        assert_int_equal(relation_has(&pool, from, 200, i), i == 7 || i == 200);
        assert_int_equal(relation_has(&pool, copy, 200, i), i == 200);
        assert_int_equal(relation_has(&pool, copy, 3, i), i == 7 || i == 8);
        assert_false(relation_has(&pool, relation_empty(&pool), 200, i));
    }
}

/* A model makes hundreds of relations; those of many events share their rows. 400 matrices of 2,000 events are 200 MB.
 */
static void many_events_take_little_memory(void **state) {
    (void)state;
    struct arena own;
    struct relations many;
    arena_init(&own, NULL, SIZE_MAX, exhausted, NULL);
    relations_init(&many, &own);
    for (int round = 0; round < 2; round++) {
        relations_begin(&many, 2000);
        relation order = relation_empty(&many);
        for (uint32_t i = 2000; i-- > 1;) {
            relation_set_row(&many, order, i - 1, relation_row(&many, order, i));
            relation_add(&many, order, i - 1, i);
        }
        for (uint32_t i = 0; i < 200; i++)
            assert_true(relation_equal(&many, relation_minus(&many, relation_copy(&many, order), relation_empty(&many)),
                                       order));
    }
    assert_true(own.used < 16 << 20);
    arena_destroy(&own);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(closure_of_a_path),
                                       cmocka_unit_test(cycles_are_found),
                                       cmocka_unit_test(operators),
                                       cmocka_unit_test(the_pool_is_reused),
                                       cmocka_unit_test(no_events),
                                       cmocka_unit_test(same_keys_relate),
                                       cmocka_unit_test(each_pair),
                                       cmocka_unit_test(changes_stay),
                                       cmocka_unit_test(many_events_take_little_memory)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
