/* Random litmus programs through both models and the translation: none may be translated unsoundly. With a
 * fixed seed and few programs by default; SMMRA_RANDOM_PROGRAMS and SMMRA_RANDOM_SEED make it a long search, and
 * SMMRA_RANDOM_PHASES one of programs that barriers keep free of races alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/litmus/mistakes.h"
#include "tests/litmus/profiles.h"
#include "tests/litmus/random_programs.h"
#include "translator/validation/litmus_validate.h"

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

/* ---- validation ---- */

static uint32_t number_from(const char *variable, uint32_t otherwise) {
    const char *text = getenv(variable);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static const char *ir_of(const struct validation *v) {
    const char *text = validation_text(v);
    return text ? text : "";
}

static struct map_options options_of(enum profile profile, uint32_t variant) {
    return (struct map_options){.profile = profile,
                                .thread_private = true,
                                .backend_workarounds = variant & 1,
                                .atomics_sync_as = variant & 2,
                                .implicit_nonprivate = variant & 4};
}

static void validate_one(const char *text, uint32_t results[VALIDATION_RESULT_COUNT]) {
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    if (litmus.error)
        fail_msg("line %u: %s\n%s", litmus.line, litmus.error, text);
    validation_begin(&source, &litmus, &arena);
    for (enum profile profile = 0; profile < PROFILE_COUNT; profile++) {
        uint32_t variant = random_below(8);
        struct map_options options = options_of(profile, variant);
        struct validation v;
        validation_check(&source, &options, &arena, &v);
        results[v.result]++;
        if (v.result == VALIDATION_UNSOUND || v.result == VALIDATION_REFUSED ||
            (v.result >= VALIDATION_ORDERED_AS_READ && v.result <= VALIDATION_ORDERED_APART && getenv("SMMRA_VERBOSE")))
            print_error("%s\nprofile %s, options %u: %s:\n%s\n%s\n", text, profile_names[profile], variant,
                        validation_name(v.result), v.what, ir_of(&v));
    }
    arena_destroy(&arena);
}

static void validate_many(void (*make)(void), uint32_t programs, uint32_t results[VALIDATION_RESULT_COUNT]) {
    uint32_t seed = number_from("SMMRA_RANDOM_SEED", 1);
    memset(results, 0, VALIDATION_RESULT_COUNT * sizeof *results);
    for (uint32_t i = 0; i < programs; i++) {
        char text[1 << 14];
        random_seed(((uint64_t)seed << 32) + i);
        make();
        random_print(text, sizeof text);
        validate_one(text, results);
        if (getenv("SMMRA_VERBOSE"))
            print_message("%s\n", text);
    }
    print_message("%u random programs, in %u profiles:\n", programs, PROFILE_COUNT);
    for (uint32_t i = 0; i < VALIDATION_RESULT_COUNT; i++)
        print_message("  %s: %u\n", validation_name(i), results[i]);
    assert_int_equal(results[VALIDATION_UNSOUND], 0);
    assert_int_equal(results[VALIDATION_REFUSED], 0);
}

static void random_programs_are_sound(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    validate_many(random_program, number_from("SMMRA_RANDOM_PROGRAMS", 500), results);
}

/* Nothing is wrong with any of these. */
static void barriers_order_branching_programs(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    uint32_t programs = number_from("SMMRA_RANDOM_PROGRAMS", 500);
    validate_many(random_phases, number_from("SMMRA_RANDOM_PHASES", programs), results);
    assert_int_equal(results[VALIDATION_RACE], 0);
    assert_int_equal(results[VALIDATION_NO_EXECUTION], 0);
}

/* Data, flags or both are texels of images. */
static void random_texels_are_sound(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    random_with_texels = true;
    validate_many(random_program, number_from("SMMRA_RANDOM_PROGRAMS", 500), results);
    random_with_texels = false;
}

/* ---- mistakes ---- */

/* Whether the translation with a mistake is unsound on the program in some profile. */
static bool exposes(const char *text, const struct mistake *mistake) {
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    bool unsound = false;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    validation_begin(&source, &litmus, &arena);
    bool judged = !source.answer.race && !source.answer.statistics.mixed_writes;
    for (enum profile profile = 0; judged && profile < PROFILE_COUNT && !unsound; profile++) {
        uint32_t variant = random_below(8);
        struct map_options options = options_of(profile, variant);
        struct validation v;
        plant_mistake(mistake);
        validation_check(&source, &options, &arena, &v);
        plant_mistake(NULL);
        unsound = v.result == VALIDATION_UNSOUND;
    }
    arena_destroy(&arena);
    return unsound;
}

/* SMMRA_RANDOM_MISTAKES=SECONDS: plants each mistake of the list, and looks for a program that exposes it for so long.
 */
static void random_programs_expose_mistakes(void **state) {
    (void)state;
    uint32_t seconds = number_from("SMMRA_RANDOM_MISTAKES", 0), seed = number_from("SMMRA_RANDOM_SEED", 1), missed = 0;
    if (!seconds) {
        print_message("left out: SMMRA_RANDOM_MISTAKES says for how many seconds a mistake is looked for\n");
        skip();
    }
    for (uint32_t m = 0; m < mistake_count; m++) {
        clock_t begin = clock();
        bool found = false;
        uint32_t programs = 0;
        random_with_texels = strncmp(mistakes[m].name, "image-", 6) == 0;
        while (!found && clock() - begin < (clock_t)seconds * CLOCKS_PER_SEC) {
            char text[1 << 14];
            random_seed(((uint64_t)seed << 32) + programs++);
            random_program();
            random_print(text, sizeof text);
            found = exposes(text, &mistakes[m]);
        }
        print_message("%-32s %s after %u programs, %.2f s\n", mistakes[m].name, found ? "found" : "NOT FOUND", programs,
                      (double)(clock() - begin) / CLOCKS_PER_SEC);
        missed += !found;
    }
    random_with_texels = false;
    assert_int_equal(missed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_are_sound), cmocka_unit_test(random_texels_are_sound),
        cmocka_unit_test(barriers_order_branching_programs), cmocka_unit_test(random_programs_expose_mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
