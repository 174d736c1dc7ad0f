/* What one run says of races never contradicts what all executions say: random programs run once in several orders, and
 * a race that is found there is one of the model checker's. With a fixed seed and few programs by default;
 * SMMRA_RANDOM_PROGRAMS and SMMRA_RANDOM_SEED make it a long search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/litmus/random_programs.h"
#include "tests/litmus/run_program.h"

enum { ORDERS = 6, BOUND = 20000, PROGRAMS = 600, STEPS = 100000 };

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

static void run(struct program *program, uint64_t seed, struct arena *arena, struct race_answer *answer) {
    const struct race_options options = {.seed = seed, .steps = STEPS};
    run_program(program, &options, arena, answer);
}

/* ---- the litmus suite ---- */

/* What `race` knows nothing of: work outside of the shader, and orders between dispatches. Where it assumes more order
 * than there is (docs/reference/races.md): a barrier of a subgroup between fences of its workgroup; an atomic that
 * makes its location visible, whatever classes synchronize. */
static bool is_out_of_reach(const char *file) {
    static const char *const names[] = {"device-", "system-order", "barrier-narrow.", "release-of-other-class."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(file, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void read_file(const char *name, char *text, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/vulkan/%s", TEST_SOURCE, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* The formal model and the text of Vulkan's appendix differ about these two (models.md, "Vulkan"): the first is a race
 * of the model alone, the second one of the text alone. */
static bool differ_about(const char *file) {
    return strcmp(file, "chain-of-fences.litmus") == 0 || strcmp(file, "included-acquire.litmus") == 0;
}

enum { SUITE_ORDERS = 24 };

struct suite_counts {
    uint32_t ran, wrong;
};

static void run_file(const char *file, bool is_free, struct suite_counts *counts) {
    static char text[1 << 14];
    struct arena arena;
    struct litmus litmus;
    bool found = false, refused = false, differ = false;
    read_file(file, text, sizeof text);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    assert_null(litmus.error);
    for (uint64_t seed = 0; seed < SUITE_ORDERS; seed++) {
        struct race_answer answer;
        run(&litmus.program, seed, &arena, &answer);
        refused |= answer.refused != NULL;
        found |= !answer.refused && answer.count;
        differ |= !answer.refused && answer.by_text != (answer.count != 0);
    }
    if (!refused && differ != differ_about(file))
        fail_msg("%s: the formal model and the text %s", file, differ ? "agree" : "differ");
    if (!refused && found == is_free)
        print_error("%s: %s\n", file, is_free ? "a race that is none" : "the race is not found");
    counts->wrong += !refused && found == is_free;
    counts->ran += !refused;
    arena_destroy(&arena);
}

/* Whether there is a race is known by name, and each that there is shows itself. */
static void test_suite(void **state) {
    (void)state;
    static char rows[1 << 16];
    struct suite_counts counts = {0, 0};
    read_file("expected.csv", rows, sizeof rows);
    for (char *row = strtok(rows, "\n"); row; row = strtok(NULL, "\n")) {
        char *question = strchr(row, ',');
        bool is_free = question && strcmp(question, ",race-free,yes") == 0;
        if (!is_free && (!question || strcmp(question, ",race-free,no") != 0))
            continue;
        *question = '\0';
        if (!is_out_of_reach(row))
            run_file(row, is_free, &counts);
    }
    printf("%u programs of the suite\n", counts.ran);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.ran > 100);
}

/* ---- both about one program ---- */

static uint32_t environment(const char *variable, uint32_t otherwise) {
    const char *value = getenv(variable);
    return value ? (uint32_t)strtoul(value, NULL, 10) : otherwise;
}

struct counts {
    uint32_t compared, racy, found, missed, refused, unknown;
};

static void compare(uint32_t number, struct counts *counts) {
    static char text[1 << 14];
    struct arena arena;
    struct litmus litmus;
    struct litmus_answer all;
    struct litmus_question question = {.model = &model_vulkan, .options = explore_defaults(), .races = true};
    bool found = false, refused = false;
    question.options.evaluations = BOUND;
    random_print(text, sizeof text);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    if (litmus.error)
        fail_msg("line %u: %s\n%s", litmus.line, litmus.error, text);
    litmus_ask(&litmus, &question, &arena, &all);
    for (uint64_t seed = 0; seed < ORDERS; seed++) {
        struct race_answer answer;
        run(&litmus.program, seed * 1000 + number * (seed != 0), &arena, &answer);
        refused |= answer.refused != NULL;
        found |= !answer.refused && answer.count;
        if (answer.count && !answer.refused && all.race_verdict == LITMUS_NO)
            fail_msg("program %u, order %u: %s; but no execution has a race\n%s", number, (unsigned)seed,
                     answer.findings[0].messages.count ? answer.findings[0].messages.items[0].text : "race", text);
    }
    counts->compared++;
    counts->racy += all.race_verdict == LITMUS_YES;
    counts->unknown += all.race_verdict == LITMUS_UNKNOWN;
    counts->found += found && all.race_verdict == LITMUS_YES;
    counts->missed += !found && !refused && all.race_verdict == LITMUS_YES;
    counts->refused += refused;
    if (getenv("SMMRA_RANDOM_SHOW") && !found && !refused && all.race_verdict == LITMUS_YES)
        printf("program %u: not found:\n%s\n", number, text);
    arena_destroy(&arena);
}

static void compare_all(void (*make)(void)) {
    struct counts counts = {0};
    uint32_t programs = environment("SMMRA_RANDOM_PROGRAMS", PROGRAMS);
    random_seed(environment("SMMRA_RANDOM_SEED", 7));
    for (uint32_t i = 0; i < programs; i++) {
        make();
        compare(i, &counts);
    }
    printf("%u programs: %u have a race, found in one of %d runs: %u, missed: %u; mixed scopes: %u; unknown: %u\n",
           counts.compared, counts.racy, ORDERS, counts.found, counts.missed, counts.refused, counts.unknown);
    /* most races are there in some order, or with some older value */
    assert_true(counts.missed * 50 <= counts.racy);
}

static void test_messages(void **state) {
    (void)state;
    compare_all(random_program);
}

static void test_texels(void **state) {
    (void)state;
    random_with_texels = random_apart = true;
    compare_all(random_program);
    random_with_texels = random_apart = false;
}

static void test_phases(void **state) {
    (void)state;
    compare_all(random_phases);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_suite), cmocka_unit_test(test_messages),
                                       cmocka_unit_test(test_texels), cmocka_unit_test(test_phases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
