/* allocations [--run] FILE...: fails the n-th allocation, for every n, of each function of the library that allocates:
 * of SPIR-V
 * (.spv) translation, reading, and with --run the model checker with and without a translation, of litmus programs
 * (.litmus) the latter two, of IR (.ll) the checker. Each time the answer is a clean error and nothing
 * leaks. Then the same with memory limits from nothing to enough. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra_litmus.h"

enum { MOST_BYTES = 1 << 23, STEPS = 2000 };

struct account {
    size_t calls, fail_at, blocks, bytes, most;
};

static void *allocate(void *user, size_t size) {
    struct account *account = user;
    if (account->calls++ == account->fail_at)
        return NULL;
    account->blocks++;
    account->bytes += size;
    if (account->bytes > account->most)
        account->most = account->bytes;
    return malloc(size);
}

static void release(void *user, void *block, size_t size) {
    struct account *account = user;
    account->blocks--;
    account->bytes -= size;
    free(block);
}

/* ---- what is asked: each gives whether an object came out ---- */

static uint32_t words[MOST_BYTES / sizeof(uint32_t)];
static size_t length, faults, tries;

static bool translate(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_options options = {.size = sizeof options,
                                   .flags = SMMRA_FLAG_FACTS | SMMRA_FLAG_EXPLAIN,
                                   .allocator = allocator,
                                   .memory_limit = limit};
    smmra_translation *translation;
    *result = smmra_translate(words, length / sizeof *words, &options, &translation);
    smmra_translation_destroy(translation);
    return translation != NULL;
}

static bool read_module(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_options options = {.size = sizeof options, .allocator = allocator, .memory_limit = limit};
    smmra_module *module;
    *result = smmra_module_read(words, length / sizeof *words, &options, &module);
    smmra_module_destroy(module);
    return module != NULL;
}

static bool run(const smmra_allocator *allocator, size_t limit, smmra_litmus_language language, uint32_t flags,
                smmra_result *result) {
    const smmra_litmus_options options = {.size = sizeof options,
                                          .language = language,
                                          .flags = flags,
                                          .step_limit = STEPS,
                                          .allocator = allocator,
                                          .memory_limit = limit};
    smmra_litmus_answer *answer;
    *result = smmra_litmus(words, length, &options, &answer);
    smmra_litmus_answer_destroy(answer);
    return answer != NULL;
}

static bool run_module(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    return run(allocator, limit, SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_OUTCOMES | SMMRA_LITMUS_FLAG_GRAPHS,
               result);
}

static bool judge_module(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    return run(allocator, limit, SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_TRANSLATE, result);
}

static bool race_module(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_litmus_options options = {
        .size = sizeof options, .groups = {3, 1, 1}, .allocator = allocator, .memory_limit = limit};
    smmra_litmus_answer *answer;
    *result = smmra_race(words, length, &options, &answer);
    smmra_litmus_answer_destroy(answer);
    return answer != NULL;
}

static bool run_program(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    return run(allocator, limit, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_OUTCOMES | SMMRA_LITMUS_FLAG_GRAPHS,
               result);
}

static bool judge_program(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    return run(allocator, limit, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE | SMMRA_LITMUS_FLAG_KEEP_IR,
               result);
}

static bool list_price(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_cost_options options = {
        .size = sizeof options, .mcpu = "gfx1100", .allocator = allocator, .memory_limit = limit};
    smmra_price_list *list;
    *result = smmra_cost((const char *)words, length, &options, &list);
    smmra_price_list_destroy(list);
    return list != NULL;
}

static const char *give_code(void *user, const char *ir, const char **error) {
    (void)user;
    *error = "IR is short";
    return *ir ? "main:\n\ts_waitcnt vmcnt(0)\n\ts_endpgm\n" : NULL;
}

static bool report_module(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_litmus_options run = {.size = sizeof run, .step_limit = STEPS, .allocator = allocator};
    const smmra_report_options options = {.size = sizeof options,
                                          .profile = SMMRA_PROFILE_22,
                                          .mcpu = "gfx1100",
                                          .compile = give_code,
                                          .memory_limit = limit,
                                          .run = &run};
    smmra_page *page;
    *result = smmra_report(words, length / sizeof *words, &options, &page);
    smmra_page_destroy(page);
    return page != NULL;
}

static bool check(const smmra_allocator *allocator, size_t limit, smmra_result *result) {
    const smmra_check_options options = {
        .size = sizeof options, .suggest = true, .any_profile = true, .allocator = allocator, .memory_limit = limit};
    *result = smmra_check((const char *)words, length, &options);
    return *result <= SMMRA_CHECK_FAILED;
}

static const struct question {
    const char *end; /* of the names of files that it is about */
    bool (*ask)(const smmra_allocator *allocator, size_t limit, smmra_result *result);
    bool run; /* takes long for most modules */
} questions[] = {{.end = ".spv", .ask = translate},
                 {.end = ".spv", .ask = read_module},
                 {.end = ".spv", .ask = run_module, .run = true},
                 {.end = ".spv", .ask = judge_module, .run = true},
                 {.end = ".spv", .ask = race_module, .run = true},
                 {.end = ".spv", .ask = report_module, .run = true},
                 {.end = ".litmus", .ask = run_program},
                 {.end = ".litmus", .ask = judge_program},
                 {.end = ".s", .ask = list_price},
                 {.end = ".ll", .ask = check}};

/* ---- failing ---- */

static smmra_result attempt(const struct question *question, struct account *account, size_t limit) {
    const smmra_allocator allocator = {allocate, release, account};
    smmra_result result;
    bool made = question->ask(&allocator, limit, &result);
    faults += (result <= SMMRA_CHECK_FAILED) != made;
    faults += account->blocks != 0 || account->bytes != 0 || (limit && account->most > limit);
    tries++;
    return result;
}

static void fail_each(const struct question *question) {
    struct account whole = {.fail_at = SIZE_MAX};
    smmra_result expected = attempt(question, &whole, 0);
    for (size_t i = 0; i < whole.calls; i++) {
        struct account failing = {.fail_at = i};
        faults += attempt(question, &failing, 0) != SMMRA_OUT_OF_MEMORY;
    }
    for (size_t limit = 1; limit < whole.most; limit += whole.most / 16 + 1) {
        struct account limited = {.fail_at = SIZE_MAX};
        faults += attempt(question, &limited, limit) != SMMRA_OUT_OF_MEMORY;
    }
    struct account enough = {.fail_at = SIZE_MAX};
    faults += attempt(question, &enough, whole.most) != expected;
}

static bool ends_in(const char *path, const char *end) {
    size_t size = strlen(path), tail = strlen(end);
    return size >= tail && strcmp(path + size - tail, end) == 0;
}

int main(int argc, char **argv) {
    size_t asked = 0;
    bool runs = argc > 1 && strcmp(argv[1], "--run") == 0;
    for (int i = 1 + runs; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        length = file ? fread(words, 1, sizeof words, file) : 0;
        if (file)
            fclose(file);
        for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
            size_t before = faults;
            if (!ends_in(argv[i], questions[q].end) || (questions[q].run && !runs))
                continue;
            fail_each(&questions[q]);
            asked++;
            if (faults != before)
                fprintf(stderr, "%s: question %zu: an allocation's failure is not handled\n", argv[i], q);
        }
    }
    printf("%d files, %zu questions, %zu tries, %zu faults\n", argc - 1 - runs, asked, tries, faults);
    return faults != 0 || asked == 0;
}
