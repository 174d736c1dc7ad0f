/* litmus_file FILE: runs a litmus program by the library and prints what it found: a .litmus or .test file, LLVM IR
 * (.ll) or a SPIR-V module (.spv), which runs as two workgroups. With --translate before the file, judges its
 * translation. Its exit status is 1 if something is wrong, 6 if a verdict is unknown, else that of smmra_result. */
#include <spirv_mmra_litmus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 24, UNKNOWN = 6 };

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    fprintf(stderr, "%s:%u: %s\n", (const char *)user, diagnostic->line, diagnostic->message);
}

static smmra_litmus_language language_of(const char *path) {
    const char *end = strrchr(path, '.');
    if (end && strcmp(end, ".litmus") == 0)
        return SMMRA_LITMUS_LANGUAGE_VULKAN;
    if (end && strcmp(end, ".test") == 0)
        return SMMRA_LITMUS_LANGUAGE_KHRONOS;
    return end && strcmp(end, ".ll") == 0 ? SMMRA_LITMUS_LANGUAGE_IR : SMMRA_LITMUS_LANGUAGE_SPIRV;
}

static void print_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *values = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    for (size_t i = 0; i < width * count; i++) {
        printf("%s%s = ", i % width ? ", " : "  ", names[i % width]);
        if (values[i].kind == SMMRA_LITMUS_VALUE_KNOWN)
            printf("%llu", (unsigned long long)values[i].value);
        else
            printf("%s", values[i].kind == SMMRA_LITMUS_VALUE_UNDEFINED ? "undef" : "none");
        printf("%s", i % width == width - 1 ? "\n" : "");
    }
}

/* The grid that the answer holds for, of a shader. */
static void print_grid(const smmra_litmus_summary *summary) {
    const uint32_t *groups = summary->groups, *local = summary->local;
    if (summary->subgroup)
        printf("  %ux%ux%u workgroups of %ux%ux%u invocations, subgroups of %u\n", groups[0], groups[1], groups[2],
               local[0], local[1], local[2], summary->subgroup);
}

/* Prints what a program does. */
static int print_program(const char *path, const smmra_litmus_answer *answer) {
    static const char *const conditions[] = {"", " the condition does not hold;", " the condition holds;",
                                             " the condition is unknown;"};
    static const char *const races[] = {"", "no data race", "data race", "data race unknown"};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    printf("%s:%s %s\n", path, conditions[summary->condition], races[summary->race]);
    for (size_t i = 0; i < count; i++)
        if (findings[i]->fault != SMMRA_LITMUS_FAULT_RACE)
            printf("%s: %s%s\n", path, findings[i]->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED ? "unknown: " : "",
                   findings[i]->message);
    print_grid(summary);
    print_outcomes(answer);
    if (summary->condition == SMMRA_LITMUS_VERDICT_NO || summary->faults & ~(1u << SMMRA_LITMUS_FAULT_NOT_DECIDED))
        return 1;
    return summary->faults ? UNKNOWN : 0;
}

/* The verdict lines of one of Khronos's tests. */
static int print_expectations(const char *path, const smmra_litmus_answer *answer) {
    size_t count, left_out;
    const smmra_litmus_expectation *const *all = smmra_litmus_answer_expectations(answer, &count, &left_out);
    int status = 0;
    printf("%s: %zu verdict%s, %zu left out\n", path, count, count == 1 ? "" : "s", left_out);
    for (size_t i = 0; i < count; i++) {
        bool met = all[i]->met == SMMRA_LITMUS_VERDICT_YES;
        printf("  line %u: %s%s\n", all[i]->line, met ? "SATISFIABLE" : "NOSOLUTION",
               met == all[i]->satisfiable ? "" : ", but the file says otherwise");
        status |= met != all[i]->satisfiable;
    }
    return status;
}

static int print_judgement(const char *path, const smmra_litmus_summary *summary) {
    printf("%s: %s\n", path, summary->judgement_name);
    if (summary->why)
        printf("%s\n", summary->why);
    print_grid(summary);
    if (summary->judgement == SMMRA_LITMUS_JUDGEMENT_REFUSED)
        return SMMRA_UNSUPPORTED;
    return summary->judgement == SMMRA_LITMUS_JUDGEMENT_UNSOUND ||
           summary->judgement == SMMRA_LITMUS_JUDGEMENT_NOTHING_COMPARED || summary->faults;
}

int main(int argc, char **argv) {
    bool translate = argc == 3 && strcmp(argv[1], "--translate") == 0;
    const char *path = argc > 1 ? argv[argc - 1] : "";
    FILE *file = argc == 2 || translate ? fopen(path, "rb") : NULL;
    char *bytes = (char *)malloc(MOST_BYTES);
    if (!file || !bytes) {
        fprintf(stderr, "usage: litmus_file [--translate] FILE\n");
        return SMMRA_INVALID_ARGUMENT;
    }
    size_t length = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    options.language = language_of(path);
    options.flags = translate ? SMMRA_LITMUS_FLAG_TRANSLATE : SMMRA_LITMUS_FLAG_OUTCOMES;
    options.groups[0] = options.language == SMMRA_LITMUS_LANGUAGE_SPIRV ? 2 : 0;
    options.time_limit = 10000;
    options.memory_limit = (size_t)1 << 30;
    options.diagnose = print_message;
    options.diagnose_user = argv[argc - 1];
    smmra_litmus_answer *answer;
    int status = (int)smmra_litmus(bytes, length, &options, &answer);
    if (answer)
        status = translate ? print_judgement(path, smmra_litmus_answer_summary(answer))
                 : options.language == SMMRA_LITMUS_LANGUAGE_KHRONOS ? print_expectations(path, answer)
                                                                     : print_program(path, answer);
    smmra_litmus_answer_destroy(answer);
    free(bytes);
    return status;
}
