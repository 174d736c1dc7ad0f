/* Checks textual IR, as the command does, for the corpus in tests/ir/check and for trying things out.
 *
 *     ir_check [--suggest] [--revision=N] [RULE=SEVERITY ...] FILE.ll ...
 *     ir_check --corpus FILE.ll ...
 *     ir_check --rules
 *
 * A file of the corpus says in its first lines what it is for:
 *
 *     ; expect: RULE [RULE ...]       or nothing
 *     ; options: suggest lost-ordering=note revision=23
 */
#include <time.h>

#include "files.h"
#include "mmra/check/check.h"
#include "mmra/parse/ir_parse.h"

struct run {
    struct check_options options;
    struct ir_module module;
    const char *path;
    struct text found; /* the rules, one a line */
    bool quiet;
};

static void found(void *user, const struct check_finding *finding) {
    struct run *run = user;
    text_string(&run->found, check_rules[finding->rule].name);
    text_char(&run->found, ' ');
    if (run->quiet)
        return;
    printf("%s:%u:%u: %s: %s [%s]\n", run->path, finding->line, finding->column, check_severity_name(finding->severity),
           finding->message, check_rules[finding->rule].name);
    for (uint32_t i = 0; i < finding->related_count; i++)
        printf("%s:%u:%u: note: %s\n", run->path, finding->related[i].line, finding->related[i].column,
               finding->related[i].message);
}

static bool set_option(struct check_options *options, const char *option) {
    static const char *const revisions[] = {"document", "21", "22", "23", "24", "draft", "any"};
    if (strcmp(option, "suggest") == 0)
        return options->suggest = true;
    if (strncmp(option, "revision=", 9) == 0) {
        for (uint8_t i = 0; i < 6; i++)
            if (strcmp(option + 9, revisions[i]) == 0) {
                options->revision = i;
                return true;
            }
        return false;
    }
    return check_configure(options, option);
}

/* The rest of the line that begins with `key`, with a blank at its end, or NULL. */
static char *header(struct arena *arena, const char *text, const char *key) {
    const char *at = strstr(text, key);
    if (!at)
        return NULL;
    at += strlen(key);
    char *line = arena_copy_string(arena, at, strcspn(at, "\n") + 1);
    line[strlen(line) - 1] = ' ';
    return line;
}

static bool read_module(struct arena *arena, struct run *run, const char *text) {
    struct ir_parse_error error;
    ir_module_init(&run->module, arena);
    if (ir_parse(&run->module, text, strlen(text), &error))
        return true;
    fprintf(stderr, "%s:%u:%u: %s\n", run->path, error.line, error.column, error.message);
    return false;
}

/* One file of the corpus: what it finds must be what it expects. */
static bool check_example(const char *path) {
    struct arena arena;
    struct run run = {.path = path, .quiet = true};
    testing_arena(&arena);
    const char *text = read_whole_file(&arena, path);
    char *expected = text ? header(&arena, text, "; expect: ") : NULL;
    char *options = text ? header(&arena, text, "; options: ") : NULL;
    bool good = expected && read_module(&arena, &run, text);
    check_options_init(&run.options);
    run.options.report = found;
    run.options.user = &run;
    text_init(&run.found, &arena, 256);
    for (char *option = options ? strtok(options, " ") : NULL; option; option = strtok(NULL, " "))
        good &= set_option(&run.options, option);
    if (good)
        check_module(&run.module, &run.options);
    text_char(&run.found, '\0');
    if (!good)
        printf("%s: cannot be read, or says nothing to expect\n", path);
    else if (strcmp(strcmp(expected, "nothing ") == 0 ? "" : expected, run.found.start) != 0) {
        printf("%s: expected %s, found %s\n", path, expected, run.found.start);
        good = false;
    }
    arena_destroy(&arena);
    return good;
}

static int check_corpus(int count, char **paths) {
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed += !check_example(paths[i]);
    printf("%d files, %d failed\n", count, failed);
    return failed || !count;
}

static double milliseconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int check_file(struct run *run, const char *path, bool timed) {
    struct arena arena;
    testing_arena(&arena);
    const char *text = read_whole_file(&arena, path);
    run->path = path;
    text_init(&run->found, &arena, 256);
    if (!text || !read_module(&arena, run, text)) {
        arena_destroy(&arena);
        return 3;
    }
    double start = milliseconds();
    struct check_summary summary = check_module(&run->module, &run->options);
    if (timed)
        printf("%s: %u instructions checked in %.2f ms\n", path, run->module.instruction_count, milliseconds() - start);
    arena_destroy(&arena);
    return summary.findings[CHECK_ERROR] ? 1 : 0;
}

static int list_rules(void) {
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++)
        printf("%s %s\n", check_rules[rule].name,
               check_rules[rule].suggestion ? "suggest" : check_severity_name(check_rules[rule].severity));
    return 0;
}

int main(int argc, char **argv) {
    struct run run = {0};
    struct arena arena;
    int status = 0;
    bool timed = false;
    if (argc > 1 && strcmp(argv[1], "--corpus") == 0)
        return check_corpus(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "--rules") == 0)
        return list_rules();
    testing_arena(&arena);
    check_options_init(&run.options);
    run.options.report = found;
    run.options.user = &run;
    for (int i = 1; i < argc; i++) {
        const char *option = strncmp(argv[i], "--", 2) == 0 ? argv[i] + 2 : argv[i];
        if (strcmp(option, "time") == 0)
            timed = true;
        else if (!set_option(&run.options, option)) {
            int result = check_file(&run, argv[i], timed);
            status = result > status ? result : status;
        }
    }
    arena_destroy(&arena);
    return status;
}
