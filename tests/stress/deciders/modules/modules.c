/* Holds the deciders against each other on shaders, as deciders.c does on litmus programs: modules are changed at
 * random and read as a small grid, before the explorer, the explorer without its reductions and runs of `race`.
 *
 *     modules [--programs N] [--seconds N] [--seed N] [--runs N] [--milliseconds N] [--out FOLDER] [--judge]
 *             [--groups N] [--local N] FILE.spv...
 *
 * Prints what deciders prints; a contradiction's module goes to FOLDER, with its grid in its name. Exit status 1 if
 * there is any. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../judge.h"
#include "../reached.h"
#include "../table.h"
#include "change.h"
#include "translator/program/litmus_race.h"

enum { CORPUS = 3000, CHANGES = 5, STEPS = 24000, MOST_OF_A_KIND = 12 };

static struct fuzzing {
    const char *out;
    uint64_t programs, seconds, read, given, by_two, by_three, found[CONTRADICTIONS];
    time_t begun;
    uint32_t runs, count, groups, local;
    bool just_judge;
    struct module *corpus;
} f = {.programs = 1000, .runs = 4};

static struct module judged_now;

static void stop(int number) {
    FILE *file = fopen(f.out ? "crash.spv" : "/dev/null", "wb");
    (void)number;
    if (file)
        fwrite(judged_now.words, sizeof(uint32_t), judged_now.count, file);
    _exit(2);
}

/* ---- one module ---- */

static void run_once(void *user, const struct race_options *options, struct arena *arena, struct race_answer *answer) {
    litmus_race_run(user, options, arena, answer);
    if (!answer->fault && litmus_race_fault(user, answer) && !answer->divergent && !answer->endless)
        answer->fault = litmus_race_fault(user, answer);
}

static void hear_module(void *user, struct arena *arena, struct judgment *judgment) {
    const struct module *module = user;
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    options.language = SMMRA_LITMUS_LANGUAGE_SPIRV;
    options.groups[0] = module->groups;
    options.local[0] = module->local;
    options.groups[1] = options.groups[2] = options.local[1] = options.local[2] = 1;
    struct litmus_spirv *program = arena_allocate_array(arena, 1, sizeof *program);
    struct litmus_race *race = arena_allocate_array(arena, 1, sizeof *race);
    litmus_read_spirv(program, arena, module->words, module->count, NULL, &options);
    /* Second readings are others' to judge. */
    if (program->litmus.error || program->turns || program->equal || program->litmus.program.thread_count > 4)
        return;
    litmus_race_read(race, arena, module->words, module->count, NULL, &options);
    bool runs = !race->spirv.litmus.error;
    judge_read(&(struct judged){&program->litmus, runs ? run_once : NULL, race, STEPS}, f.runs, arena, judgment);
}

static void judge_module(const struct module *module, struct judgment *j) {
    judged_now = *module;
    reached_clear();
    judge_within(hear_module, &judged_now, j);
}

/* ---- contradictions ---- */

static void write_module(const struct module *module, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", f.out, name);
    FILE *file = f.out ? fopen(path, "wb") : NULL;
    if (f.out &&
        (!file || fwrite(module->words, sizeof(uint32_t), module->count, file) != module->count || fclose(file) != 0)) {
        fprintf(stderr, "modules: %s cannot be written\n", path);
        exit(2);
    }
}

/* Without operations without which it is still there. */
static void note(const struct module *module, uint32_t kind) {
    static struct module smaller, tried;
    struct judgment j;
    char name[128];
    if (f.found[kind]++ >= MOST_OF_A_KIND)
        return;
    smaller = *module;
    for (uint32_t n = 0; tried = smaller, module_drop(&tried, n);) {
        judge_module(&tried, &j);
        if (j.contradictions >> kind & 1)
            smaller = tried;
        else
            n++;
    }
    snprintf(name, sizeof name, "%s-%llu-%ux%u.spv", contradiction_names[kind], (unsigned long long)f.found[kind],
             smaller.groups, smaller.local);
    write_module(&smaller, name);
    printf("program %llu, %ld s: %s\n", (unsigned long long)(f.read - f.given), (long)(time(NULL) - f.begun), name);
    fflush(stdout);
}

/* ---- the loop ---- */

static void judge_one(const struct module *module, bool is_seed) {
    struct judgment j;
    static struct module kept;
    kept = *module;
    judge_module(&kept, &j);
    if (!j.read)
        return;
    uint32_t count = (j.deciders & 1) + (j.deciders >> 1 & 1) + (j.deciders >> 2 & 1);
    f.read++;
    f.by_two += count >= 2;
    f.by_three += count == 3;
    if (((count >= 2 && reached_new(&j, false)) || is_seed) && f.count < CORPUS)
        f.corpus[f.count++] = kept;
    for (uint32_t kind = 0; kind < CONTRADICTIONS; kind++)
        if (j.contradictions >> kind & 1)
            note(&kept, kind);
}

static void fuzz(void) {
    static struct module module;
    time_t end = time(NULL) + (time_t)f.seconds;
    f.given = f.read;
    for (uint64_t tried = 0; f.read < f.programs && tried < f.programs * 20; tried++) {
        uint32_t newest = f.count > 64 ? 64 : f.count;
        module = f.corpus[table_below(3) ? table_below(f.count) : f.count - 1 - table_below(newest)];
        for (uint32_t changes = 1 + table_below(CHANGES); changes > 0; changes--)
            module_change(&module);
        judge_one(&module, false);
        if (f.seconds && time(NULL) >= end)
            break;
    }
}

/* ---- the command ---- */

static void read_seed(const char *path) {
    static struct module module;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "modules: %s cannot be read\n", path);
        exit(2);
    }
    module.count = (uint32_t)fread(module.words, sizeof(uint32_t), MOST_WORDS, file);
    fclose(file);
    if (module.count == MOST_WORDS || (!f.just_judge && !module_prepare(&module)))
        return;
    module.groups = f.groups ? f.groups : 2;
    module.local = f.local ? f.local : 1;
    judge_one(&module, true);
    if (f.just_judge)
        return;
    module.groups = 1;
    module.local = 2;
    judge_one(&module, true);
}

static int read_options(int argc, char **argv) {
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        const char *option = argv[at] + 2;
        if (strcmp(option, "judge") == 0) {
            f.just_judge = true;
            continue;
        }
        const char *value = argv[at + 1] ? argv[++at] : "";
        uint64_t number = strtoull(value, NULL, 10);
        if (strcmp(option, "programs") == 0)
            f.programs = number;
        else if (strcmp(option, "seconds") == 0)
            f.seconds = number;
        else if (strcmp(option, "seed") == 0)
            table_seed(number);
        else if (strcmp(option, "runs") == 0)
            f.runs = (uint32_t)number;
        else if (strcmp(option, "milliseconds") == 0)
            judge_milliseconds = (uint32_t)number;
        else if (strcmp(option, "groups") == 0)
            f.groups = (uint32_t)number;
        else if (strcmp(option, "local") == 0)
            f.local = (uint32_t)number;
        else if (strcmp(option, "out") == 0)
            f.out = value;
        else
            return argc;
    }
    return at;
}

int main(int argc, char **argv) {
    table_seed(1);
    f.begun = time(NULL);
    int at = read_options(argc, argv);
    f.corpus = malloc(CORPUS * sizeof *f.corpus);
    if (at >= argc || !f.corpus) {
        fputs("usage: modules [OPTION...] FILE.spv...\n", stderr);
        return 2;
    }
    signal(SIGSEGV, stop);
    signal(SIGABRT, stop);
    for (; at < argc; at++)
        read_seed(argv[at]);
    uint32_t seeds = f.count, wrong = 0;
    if (!f.just_judge && seeds)
        fuzz();
    printf("%llu modules from %u, %llu before two deciders and %llu before three; %llu edges, %u kept\n",
           (unsigned long long)f.read, seeds, (unsigned long long)f.by_two, (unsigned long long)f.by_three,
           (unsigned long long)reached_edges(), f.count);
    for (uint32_t i = 0; i < CONTRADICTIONS; i++) {
        if (f.found[i])
            printf("%s: %llu\n", contradiction_names[i], (unsigned long long)f.found[i]);
        wrong |= f.found[i] ? 1u << i : 0;
    }
    free(f.corpus);
    return wrong != 0;
}
