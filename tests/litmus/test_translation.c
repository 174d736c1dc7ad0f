/* Translation validation: every litmus program through the memory map, in all profiles. An unsound
 * translation is a failure; how many are tight is counted. Each deliberate mistake in the map must be exposed
 * by the project's own programs alone. */
#define _POSIX_C_SOURCE 200809L /* scandir */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/litmus/mistakes.h"
#include "tests/litmus/profiles.h"
#include "translator/validation/litmus_validate.h"

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

static const char *ending(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot : "";
}

static int is_program(const struct dirent *entry) {
    return strcmp(ending(entry->d_name), ".test") == 0 || strcmp(ending(entry->d_name), ".litmus") == 0;
}

typedef void visit_program(const char *name, struct validation_source *source, struct arena *arena, void *user);

static void with_program(const char *folder, const char *name, visit_program *visit, void *user) {
    static char text[1 << 16];
    char path[1024];
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    bool khronos = strcmp(ending(name), ".test") == 0;
    (khronos ? litmus_read_khronos_program : litmus_read_vulkan)(&litmus, &arena, text, length);
    if (litmus.error)
        fail_msg("%s:%u: %s", name, litmus.line, litmus.error);
    validation_begin(&source, &litmus, &arena);
    visit(name, &source, &arena, user);
    arena_destroy(&arena);
}

/* False if the folder is not there. */
static bool with_programs(const char *folder, visit_program *visit, void *user) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_program, alphasort);
    if (count < 0)
        return false;
    for (int i = 0; i < count; i++) {
        with_program(folder, entries[i]->d_name, visit, user);
        free(entries[i]);
    }
    free(entries);
    return true;
}

/* ---- soundness ---- */

struct counts {
    uint32_t programs, results[VALIDATION_RESULT_COUNT];
};

static struct map_options options_of(enum profile profile, unsigned variant) {
    return (struct map_options){.profile = profile,
                                .thread_private = true,
                                .backend_workarounds = variant & 1,
                                .atomics_sync_as = variant & 2,
                                .implicit_nonprivate = variant & 4};
}

static const char *ir_of(const struct validation *v) {
    const char *text = validation_text(v);
    return text ? text : "";
}

static void validate(const char *name, struct validation_source *source, struct arena *arena, void *user) {
    struct counts *counts = user;
    counts->programs++;
    for (enum profile profile = 0; profile < PROFILE_COUNT; profile++)
        for (unsigned variant = 0; variant < 8; variant++) {
            struct map_options options = options_of(profile, variant);
            struct validation v;
            validation_check(source, &options, arena, &v);
            counts->results[v.result]++;
            if (v.result == VALIDATION_UNSOUND || v.result == VALIDATION_REFUSED)
                print_error("%s: profile %s, options %u: %s:\n%s\n%s", name, profile_names[profile], variant,
                            validation_name(v.result), v.what, ir_of(&v));
            if (v.result == VALIDATION_SOUND && getenv("SMMRA_VERBOSE"))
                print_message("%s: profile %s, options %u: not tight: %s", name, profile_names[profile], variant,
                              v.what);
        }
}

static void validate_folder(const char *folder) {
    struct counts counts = {0};
    if (!with_programs(folder, validate, &counts)) {
        print_message("left out: no %s\n", folder);
        skip();
    }
    print_message("%s: %u programs in %u profiles with 8 sets of options:\n", folder, counts.programs, PROFILE_COUNT);
    for (unsigned i = 0; i < VALIDATION_RESULT_COUNT; i++)
        print_message("  %s: %u\n", validation_name(i), counts.results[i]);
    assert_int_equal(counts.results[VALIDATION_UNSOUND], 0);
    assert_int_equal(counts.results[VALIDATION_REFUSED], 0);
}

static void khronos_is_sound(void **state) {
    (void)state;
    validate_folder(SMMRA_SHARED "/litmus/khronos");
}

static void vulkan_is_sound(void **state) {
    (void)state;
    validate_folder(SMMRA_SHARED "/litmus/vulkan");
}

static void own_is_sound(void **state) {
    (void)state;
    validate_folder(TEST_SOURCE "/vulkan");
}

/* ---- deviations: programs that are not judged, or found unsound for a reason that is known ---- */

static const struct {
    const char *name; /* of the file: how it begins */
    enum validation_result result;
} deviations[] = {{"mixed-writes", VALIDATION_MIXED_SCOPES},
                  {"mixed-read", VALIDATION_ORDERED_APART},
                  {"rmw-ordered-as-read", VALIDATION_ORDERED_AS_READ},
                  {"included-as-visible", VALIDATION_INCLUDED_AS_VISIBLE},
                  {"private-after-flush", VALIDATION_UNSOUND}};

static enum validation_result expected_deviation(const char *name) {
    for (size_t i = 0; i < sizeof deviations / sizeof deviations[0]; i++)
        if (strncmp(name, deviations[i].name, strlen(deviations[i].name)) == 0)
            return deviations[i].result;
    fail_msg("%s: a deviation without a reason", name);
    return VALIDATION_RESULT_COUNT;
}

static void deviate(const char *name, struct validation_source *source, struct arena *arena, void *user) {
    uint32_t *wrong = user;
    for (enum profile profile = 0; profile < PROFILE_COUNT; profile++) {
        struct map_options options = options_of(profile, 0);
        struct validation v;
        validation_check(source, &options, arena, &v);
        if (v.result == expected_deviation(name))
            continue;
        print_error("%s: profile %s: %s\n", name, profile_names[profile], validation_name(v.result));
        ++*wrong;
    }
}

static void deviations_are_known(void **state) {
    (void)state;
    uint32_t wrong = 0;
    assert_true(with_programs(TEST_SOURCE "/deviations", deviate, &wrong));
    assert_int_equal(wrong, 0);
}

/* ---- mistakes ---- */

static void mutate(const char *name, struct validation_source *source, struct arena *arena, void *user) {
    const char **exposed = user;
    for (uint32_t m = 0; m < mistake_count; m++)
        for (enum profile profile = 0; profile < PROFILE_COUNT && !exposed[m]; profile++) {
            struct map_options options = options_of(profile, 0);
            struct validation v;
            plant_mistake(&mistakes[m]);
            validation_check(source, &options, arena, &v);
            plant_mistake(NULL);
            if (v.result == VALIDATION_UNSOUND)
                exposed[m] = strdup(name);
        }
}

static void mistakes_are_exposed(void **state) {
    (void)state;
    uint32_t hidden = 0;
    const char **exposed = calloc(mistake_count, sizeof *exposed);
    assert_non_null(exposed);
    assert_true(with_programs(TEST_SOURCE "/vulkan", mutate, exposed));
    for (uint32_t m = 0; m < mistake_count; m++) {
        if (exposed[m])
            print_message("%s: exposed by %s\n", mistakes[m].name, exposed[m]);
        else
            print_error("%s (%s): not exposed\n", mistakes[m].name, mistakes[m].what);
        hidden += !exposed[m];
        free((void *)(uintptr_t)exposed[m]);
    }
    free(exposed);
    assert_int_equal(hidden, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(khronos_is_sound), cmocka_unit_test(vulkan_is_sound),
                                       cmocka_unit_test(own_is_sound), cmocka_unit_test(deviations_are_known),
                                       cmocka_unit_test(mistakes_are_exposed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
