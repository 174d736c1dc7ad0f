/* The public litmus suites, against their published verdicts. They stand beside the repository, in
 * SMMRA_SHARED/litmus; where they are not, the tests are skipped and say so. */
#define _POSIX_C_SOURCE 200809L /* scandir, clock_gettime */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "mmra/litmus/litmus.h"

struct totals {
    uint32_t files, verdicts, skipped, wrong;
    uint64_t executions, evaluations;
    double seconds;
};

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

static char *read_file(const char *path, size_t *length) {
    *length = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *length = fread(text, 1, (1 << 20) - 1, file);
    text[*length] = '\0';
    fclose(file);
    return text;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void count(struct totals *totals, const struct explore_statistics *statistics) {
    totals->executions += statistics->executions + statistics->hung;
    totals->evaluations += statistics->evaluations;
}

static void report(const char *suite, const struct totals *t) {
    print_message("%s: %u files, %u verdicts agree, %u wrong, %u left out; %llu executions, %llu evaluations, %.3f s\n",
                  suite, t->files, t->verdicts - t->wrong, t->wrong, t->skipped, (unsigned long long)t->executions,
                  (unsigned long long)t->evaluations, t->seconds);
}

static bool verbose(void) {
    return getenv("SMMRA_VERBOSE") != NULL;
}

/* ---- Khronos's .test ---- */

static void check_khronos(const char *name, const char *text, size_t length, struct totals *totals) {
    struct arena arena;
    struct litmus litmus;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_khronos(&litmus, &arena, text, length);
    if (litmus.error)
        fail_msg("%s:%u: %s", name, litmus.line, litmus.error);
    totals->skipped += litmus.skipped_expectations;
    for (uint32_t i = 0; i < litmus.expectation_count; i++) {
        const struct litmus_expectation *expectation = &litmus.expectations[i];
        struct explore_statistics statistics;
        const struct explore_options limits = explore_defaults();
        bool met = litmus_meets(&litmus, expectation, &limits, &arena, &statistics);
        count(totals, &statistics);
        totals->verdicts++;
        if (met == expectation->satisfiable && !statistics.refused)
            continue;
        totals->wrong++;
        print_error("%s:%u: expected %s\n", name, expectation->line,
                    expectation->satisfiable ? "SATISFIABLE" : "NOSOLUTION");
    }
    arena_destroy(&arena);
}

static int is_test(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".test") == 0;
}

static void khronos(void **state) {
    (void)state;
    struct dirent **entries;
    int files = scandir(SMMRA_SHARED "/litmus/khronos", &entries, is_test, alphasort);
    if (files < 0) {
        print_message("left out: no " SMMRA_SHARED "/litmus/khronos\n");
        skip();
    }
    struct totals totals = {.files = (uint32_t)files};
    double start = now();
    for (int i = 0; i < files; i++) {
        char path[1024];
        size_t length;
        snprintf(path, sizeof path, SMMRA_SHARED "/litmus/khronos/%s", entries[i]->d_name);
        char *text = read_file(path, &length);
        assert_non_null(text);
        check_khronos(entries[i]->d_name, text, length, &totals);
        free(text);
        free(entries[i]);
    }
    free(entries);
    totals.seconds = now() - start;
    report("khronos", &totals);
    assert_int_equal(totals.wrong, 0);
}

/* ---- suites with expected.csv: file,question,answer; a question may end in an option of the command ---- */

struct suite {
    const char *folder;
    void (*read)(struct litmus *litmus, struct arena *arena, const char *text, size_t length);
    const struct model *model;
    struct model_options options;
};

static void check_line(const struct suite *suite, const char *file, const char *question, bool yes,
                       struct totals *totals) {
    char path[1024];
    size_t length;
    struct arena arena;
    struct litmus litmus;
    struct litmus_answer answer;
    snprintf(path, sizeof path, "%s/%s", suite->folder, file);
    char *text = read_file(path, &length);
    assert_non_null(text);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    suite->read(&litmus, &arena, text, length);
    if (litmus.error)
        fail_msg("%s:%u: %s", file, litmus.line, litmus.error);
    bool races = strncmp(question, "race-free", strlen("race-free")) == 0;
    struct litmus_question asked = {.model = suite->model, .options = explore_defaults(), .races = races};
    asked.options.model = suite->options;
    asked.options.model.chains &= !strstr(question, "--no-chains");
    asked.options.model.fr_needs_locord |= strstr(question, "--fr-needs-locord") != NULL;
    if (races)
        litmus.condition = NULL;
    double start = now();
    litmus_ask(&litmus, &asked, &arena, &answer);
    if (verbose())
        print_message("%s %s: %llu executions, %llu hung, %llu evaluations, %.3f s\n", file, question,
                      (unsigned long long)answer.statistics.executions, (unsigned long long)answer.statistics.hung,
                      (unsigned long long)answer.statistics.evaluations, now() - start);
    count(totals, &answer.statistics);
    totals->verdicts++;
    bool got = races ? !answer.race && !answer.undefined : answer.condition_holds;
    if (got != yes || answer.statistics.refused || answer.statistics.gave_up) {
        totals->wrong++;
        const char *witness = races ? answer.race_witness.text : answer.condition_witness.text;
        print_error("%s: %s: expected %s\n%s", file, question, yes ? "yes" : "no", witness ? witness : "");
    }
    arena_destroy(&arena);
    free(text);
}

static void check_suite(const struct suite *suite) {
    char path[1024], line[512];
    snprintf(path, sizeof path, "%s/expected.csv", suite->folder);
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("left out: no %s\n", path);
        skip();
    }
    struct totals totals = {0};
    char previous[256] = "";
    double start = now();
    while (fgets(line, sizeof line, file)) {
        char name[256], question[64], answer[16];
        if (sscanf(line, "%255[^,],%63[^,],%15[a-z]", name, question, answer) != 3 || strcmp(name, "file") == 0)
            continue;
        totals.files += strcmp(previous, name) != 0;
        snprintf(previous, sizeof previous, "%s", name);
        check_line(suite, name, question, strcmp(answer, "yes") == 0, &totals);
    }
    fclose(file);
    totals.seconds = now() - start;
    report(suite->folder, &totals);
    assert_int_equal(totals.wrong, 0);
}

static void vulkan(void **state) {
    (void)state;
    /* These verdicts come from a model whose derived relation fr differs from Khronos's. */
    check_suite(&(struct suite){
        SMMRA_SHARED "/litmus/vulkan", litmus_read_vulkan, &model_vulkan, {.chains = true, .fr_needs_locord = true}});
}

static void read_ir(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    litmus_read_ir(litmus, arena, text, length, IR_DOCUMENT);
}

static void ir(void **state) {
    (void)state;
    check_suite(&(struct suite){SMMRA_SHARED "/litmus/ir", read_ir, &model_amdgpu, {.chains = true}});
}

/* The project's own: classic tests with the verdicts of the literature that each file cites. */
static void own_ir(void **state) {
    (void)state;
    check_suite(&(struct suite){TEST_SOURCE "/ir", read_ir, &model_amdgpu, {.chains = true}});
}

/* What the annotations relax, one rule of the model each. */
static void annotated(void **state) {
    (void)state;
    check_suite(&(struct suite){TEST_SOURCE "/annotated", read_ir, &model_amdgpu, {.chains = true}});
}

static void read_ir_24(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    litmus_read_ir(litmus, arena, text, length, IR_LLVM_24);
}

static void read_draft(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    litmus_read_ir(litmus, arena, text, length, IR_DRAFT);
}

/* What later revisions of the model change. */
static void revisions(void **state) {
    (void)state;
    check_suite(&(struct suite){TEST_SOURCE "/revision-24", read_ir_24, &model_amdgpu, {.chains = true}});
    check_suite(&(struct suite){TEST_SOURCE "/draft", read_draft, &model_amdgpu, {.chains = true}});
}

/* The project's own programs, under Khronos's definition. */
static void own_vulkan(void **state) {
    (void)state;
    check_suite(&(struct suite){TEST_SOURCE "/vulkan", litmus_read_vulkan, &model_vulkan, {.chains = true}});
}

/* ---- tests that are cut off ---- */

static void read_cut(const struct suite *suite, const char *text, size_t length) {
    struct arena arena;
    struct litmus litmus;
    char *cut = malloc(length ? length : 1); /* exactly as long, so that a sanitizer sees what is read beyond */
    assert_non_null(cut);
    memcpy(cut, text, length);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    suite->read(&litmus, &arena, cut, length);
    assert_true(!litmus.error || *litmus.error);
    arena_destroy(&arena);
    free(cut);
}

/* Text need not end in a NUL, and may end anywhere: in a number, a name, a comment. */
static void cut_off(void **state) {
    (void)state;
    static const struct suite suites[] = {{.folder = TEST_SOURCE "/vulkan", .read = litmus_read_vulkan},
                                          {.folder = TEST_SOURCE "/ir", .read = read_ir}};
    enum { FILES = 6 };
    for (size_t s = 0; s < 2; s++) {
        struct dirent **entries;
        int files = scandir(suites[s].folder, &entries, NULL, alphasort), done = 0;
        assert_true(files > 0);
        for (int i = 0; i < files; i++) {
            char path[1024];
            size_t length;
            snprintf(path, sizeof path, "%s/%s", suites[s].folder, entries[i]->d_name);
            char *text = *entries[i]->d_name != '.' && done < FILES ? read_file(path, &length) : NULL;
            done += text != NULL;
            for (size_t end = 0; text && end <= length; end++)
                read_cut(&suites[s], text, end);
            free(text);
            free(entries[i]);
        }
        free(entries);
        assert_int_equal(done, FILES);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(khronos),    cmocka_unit_test(vulkan),
                                       cmocka_unit_test(ir),         cmocka_unit_test(own_ir),
                                       cmocka_unit_test(annotated),  cmocka_unit_test(revisions),
                                       cmocka_unit_test(own_vulkan), cmocka_unit_test(cut_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
