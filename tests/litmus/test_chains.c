/* What explanations say of availability and visibility chains: of random programs, in each execution, a write and an
 * access of another thread are joined by steps if and only if the model has them in location order; and the steps are
 * what a chain consists of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "mmra/litmus/explain_chain.h"
#include "mmra/litmus/litmus.h"
#include "tests/litmus/random_programs.h"

enum { PROGRAMS = 400, BOUND = 3000 };

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

struct counts {
    uint32_t joined, apart, to_writes, long_available, long_visible;
};

static bool has_flags(const struct execution *x, uint32_t event, uint16_t flags) {
    return x->events[event].flags & flags;
}

/* av*, then hb once, then vis*; each step begins where the one before ended, and happens before or is in one thread. */
static void check_path(const struct execution *x, const struct explain_path *path, uint32_t write, uint32_t access,
                       struct counts *counts) {
    uint32_t at = write, steps[3] = {0};
    int kind = EXPLAIN_AVAILABLE;
    for (uint32_t i = 0; i < path->count; i++) {
        const struct explain_step *step = &path->steps[i];
        assert_int_equal(step->from, at);
        assert_true(step->kind >= kind);
        assert_true(relation_has(x->pool, x->hb, step->from, step->to));
        if (step->kind == EXPLAIN_AVAILABLE)
            assert_true(has_flags(x, step->to, MODEL_SEMANTICS_AVAILABLE | MODEL_AVAILABLE));
        if (step->kind == EXPLAIN_VISIBLE)
            assert_true(has_flags(x, step->from, MODEL_SEMANTICS_VISIBLE | MODEL_VISIBLE));
        steps[step->kind]++;
        kind = step->kind;
        at = step->to;
    }
    assert_int_equal(at, access);
    assert_int_equal(steps[EXPLAIN_BEFORE], 1);
    counts->long_available += steps[EXPLAIN_AVAILABLE] > 1;
    counts->long_visible += steps[EXPLAIN_VISIBLE] > 1;
}

static bool visit(void *user, const struct explored *one) {
    struct counts *counts = user;
    const struct execution *x = one->x;
    for (uint32_t w = 0; w < x->count; w++)
        for (uint32_t a = 0; a < x->count; a++) {
            const struct model_event *write = &x->events[w], *access = &x->events[a];
            struct explain_path path;
            /* a read-modify-write may be ordered as a read */
            if (write->kind & MODEL_READ || !(write->kind & MODEL_WRITE) || write->thread < 0 || access->thread < 0 ||
                write->thread == access->thread || !relation_has(x->pool, x->same_location, w, a))
                continue;
            bool ordered = relation_has(x->pool, x->locord, w, a);
            assert_int_equal(explain_chain(x, w, a, &path), ordered);
            counts->joined += ordered;
            counts->apart += !ordered;
            counts->to_writes += ordered && access->kind & MODEL_WRITE;
            if (ordered)
                check_path(x, &path, w, a, counts);
        }
    return true;
}

static void explore_text(const char *text, bool chains, struct counts *counts) {
    struct arena arena;
    struct litmus litmus;
    struct explore_statistics statistics;
    struct explore_options options = explore_defaults();
    options.evaluations = BOUND;
    options.model.chains = chains;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    if (litmus.error)
        fail_msg("line %u: %s\n%s", litmus.line, litmus.error, text);
    explore(&litmus.program, &model_vulkan, &options, &arena, visit, counts, &statistics);
    arena_destroy(&arena);
}

static void explore_random(void (*make)(void), bool chains, struct counts *counts) {
    static char text[1 << 14];
    make();
    random_print(text, sizeof text);
    explore_text(text, chains, counts);
}

static void test_chains_are_location_order(void **state) {
    (void)state;
    struct counts counts = {0};
    random_seed(3);
    for (uint32_t i = 0; i < PROGRAMS; i++)
        explore_random(i % 4 ? random_program : random_phases, true, &counts);
    printf("%u joined (%u writes), %u not\n", counts.joined, counts.to_writes, counts.apart);
    assert_true(counts.joined > 1000 && counts.to_writes > 100 && counts.apart > 1000);
}

/* Programs that were written for chains; but for those with work outside of the shader. */
static void test_suite(void **state) {
    (void)state;
    struct counts counts = {0};
    DIR *folder = opendir(TEST_SOURCE "/vulkan");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        static char text[1 << 14];
        char path[4096];
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".litmus") != 0 || strncmp(entry->d_name, "device-", 7) == 0 ||
            strncmp(entry->d_name, "system-", 7) == 0)
            continue;
        snprintf(path, sizeof path, "%s/vulkan/%s", TEST_SOURCE, entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        explore_text(text, true, &counts);
    }
    closedir(folder);
    printf("%u joined, %u not; longer availability: %u, visibility: %u\n", counts.joined, counts.apart,
           counts.long_available, counts.long_visible);
    assert_true(counts.long_available > 0 && counts.long_visible > 0);
}

static void test_without_chains(void **state) {
    (void)state;
    struct counts counts = {0};
    random_seed(4);
    for (uint32_t i = 0; i < PROGRAMS / 4; i++)
        explore_random(random_program, false, &counts);
    assert_true(counts.joined > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_suite), cmocka_unit_test(test_chains_are_location_order),
                                       cmocka_unit_test(test_without_chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
