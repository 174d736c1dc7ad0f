/* capabilities [--every N] FILE.spv...: takes one capability after the other out of each module, and asks the library
 * everything that reads a module: translations of three kinds, the model checker with and without a translation, and a
 * run. A module may use a capability that it does not declare, and nothing must rely on what the capability would have
 * brought. With --every, of every N-th of these modules. Ends at the first that crashes, with its name. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/spirv_mmra_litmus.h"

enum { HEADER_WORDS = 5, OP_CAPABILITY = 17, MOST_WORDS = 1 << 21, STEPS = 20, MILLISECONDS = 200 };
enum { MOST_BYTES = 64 << 20 };

static uint32_t words[MOST_WORDS], without[MOST_WORDS];
static char being_asked[512];
static size_t faults;

__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static void name_module(void) {
    if (write(STDERR_FILENO, being_asked, strlen(being_asked)) < 0)
        _exit(2);
}

static void crash(int signal_number) {
    name_module();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* ---- what is asked: each gives whether an object came out ---- */

static bool translate_as(const smmra_options *options, size_t count, smmra_result *result) {
    smmra_translation *translation;
    *result = smmra_translate(without, count, options, &translation);
    smmra_translation_destroy(translation);
    return translation != NULL;
}

static bool translate(size_t count, smmra_result *result) {
    const smmra_options options = {.size = sizeof options, .flags = SMMRA_FLAG_FACTS | SMMRA_FLAG_EXPLAIN};
    return translate_as(&options, count, result);
}

static bool translate_buffers(size_t count, smmra_result *result) {
    const smmra_options options = {
        .size = sizeof options, .profile = SMMRA_PROFILE_22, .abi = SMMRA_ABI_BUFFER, .mcpu = "gfx1100"};
    return translate_as(&options, count, result);
}

static bool translate_for_host(size_t count, smmra_result *result) {
    const smmra_options options = {.size = sizeof options, .target = SMMRA_TARGET_HOST};
    return translate_as(&options, count, result);
}

static smmra_litmus_options small_grid(uint32_t flags) {
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    options.flags = flags;
    options.groups[0] = 2;
    options.local[0] = options.local[1] = options.local[2] = 1;
    options.step_limit = STEPS;
    options.time_limit = MILLISECONDS;
    options.memory_limit = MOST_BYTES;
    return options;
}

static bool run(size_t count, smmra_result *result) {
    const smmra_litmus_options options = small_grid(SMMRA_LITMUS_FLAG_OUTCOMES);
    smmra_litmus_answer *answer;
    *result = smmra_litmus(without, count * sizeof *without, &options, &answer);
    smmra_litmus_answer_destroy(answer);
    return answer != NULL;
}

static bool judge(size_t count, smmra_result *result) {
    const smmra_litmus_options options = small_grid(SMMRA_LITMUS_FLAG_TRANSLATE);
    smmra_litmus_answer *answer;
    *result = smmra_litmus(without, count * sizeof *without, &options, &answer);
    smmra_litmus_answer_destroy(answer);
    return answer != NULL;
}

static bool race(size_t count, smmra_result *result) {
    const smmra_litmus_options options = small_grid(0);
    smmra_litmus_answer *answer;
    *result = smmra_race(without, count * sizeof *without, &options, &answer);
    smmra_litmus_answer_destroy(answer);
    return answer != NULL;
}

static bool (*const questions[])(size_t count, smmra_result *result) = {
    translate, translate_buffers, translate_for_host, run, judge, race};

/* ---- the sweep ---- */

/* Whether the translation took the module. */
static bool ask(size_t count) {
    bool taken = false;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        smmra_result result;
        bool made = questions[q](count, &result);
        bool good = result <= SMMRA_OUT_OF_MEMORY && result != SMMRA_INVALID_ARGUMENT;
        if (!good || (result <= SMMRA_CHECK_FAILED) != made) {
            name_module();
            fprintf(stderr, "question %zu: result %d\n", q, (int)result);
            faults++;
        }
        taken |= q == 0 && made;
    }
    return taken;
}

static size_t read_module(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(words, sizeof *words, MOST_WORDS, file) : 0;
    if (file)
        fclose(file);
    return count;
}

static size_t cases, taken;

/* The module of `count` words without the instruction of `size` words at `at`. */
static void ask_without(const char *path, size_t count, size_t at, size_t size) {
    snprintf(being_asked, sizeof being_asked, "%s, without its capability %u: ", path, words[at + 1]);
    memcpy(without, words, at * sizeof *words);
    memcpy(without + at, words + at + size, (count - at - size) * sizeof *words);
    cases++;
    taken += ask(count - size);
}

static void sweep(const char *path, size_t every) {
    static size_t seen;
    size_t count = read_module(path);
    for (size_t at = HEADER_WORDS, size; at < count && (words[at] & 0xffff) == OP_CAPABILITY; at += size) {
        size = words[at] >> 16;
        if (size < 2 || size > count - at)
            return;
        if (seen++ % every == 0)
            ask_without(path, count, at, size);
    }
}

int main(int argc, char **argv) {
    bool some = argc > 2 && strcmp(argv[1], "--every") == 0;
    size_t every = some ? strtoul(argv[2], NULL, 10) : 1;
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    if (every == 0)
        return 2;
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(name_module);
    else
        for (size_t s = 0; s < sizeof signals / sizeof *signals; s++)
            signal(signals[s], crash);
    for (int i = some ? 3 : 1; i < argc; i++)
        sweep(argv[i], every);
    printf("%zu modules without one of their capabilities, %zu of them translated, %zu faults\n", cases, taken, faults);
    return faults != 0 || cases == 0;
}
