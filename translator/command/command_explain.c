/* spirv-mmra explain: what a code means, whence what it names comes, and what mends it; and what the documents say. */
#include <string.h>

#include "mmra/check/check.h"
#include "translator/command/command.h"

struct code_text {
    const char *name;
    const char *const *lines;
};

#include "translator/code_texts.h" /* generate_codes.py makes it */

enum { CODE_TEXTS = sizeof code_texts / sizeof *code_texts };

static const char *severity_of(const smmra_code *code) {
    enum check_rule rule = check_find_rule(code->name, strlen(code->name));
    if (rule == CHECK_RULE_COUNT)
        return message_severity_names[code->severity];
    return check_rules[rule].suggestion ? "with --suggest"
                                        : check_severity_name((enum check_severity)check_rules[rule].severity);
}

static void print_list(void) {
    const smmra_code *code;
    for (size_t i = 0; (code = smmra_code_at(i)); i++)
        printf("%-24s %s\n", code->name, code->meaning);
}

static void print_code(const smmra_code *code) {
    printf("%s (%s): %s\n", code->name, severity_of(code), code->meaning);
    if (code->cause)
        printf("Cause: %s\n", code->cause);
    printf("What to do: %s\n", code->mend);
    for (size_t i = 0; i < CODE_TEXTS; i++) {
        if (strcmp(code_texts[i].name, code->name) != 0)
            continue;
        printf("\n");
        for (const char *const *line = code_texts[i].lines; *line; line++)
            printf("%s\n", *line);
    }
}

static int explain(const char *name) {
    const smmra_code *code = smmra_code_find(name);
    struct nearest nearest = {.given = name};
    if (code) {
        print_code(code);
        return SMMRA_SUCCESS;
    }
    for (size_t i = 0; (code = smmra_code_at(i)); i++)
        nearest_consider(&nearest, code->name);
    MESSAGE_USAGE("'%s' is no code%s%s%s spirv-mmra explain lists them", printable(name, 64),
                  nearest.name ? "; did you mean '" : "", nearest.name ? nearest.name : "", nearest.name ? "'?" : ";");
    return SMMRA_INVALID_ARGUMENT;
}

static int run(int count, char **names) {
    int status = SMMRA_SUCCESS;
    if (count == 0)
        print_list();
    for (int i = 0; i < count; i++) {
        int one = explain(names[i]);
        if (i + 1 < count)
            printf("\n");
        status = status_of_both(status, one);
    }
    return status;
}

const struct subcommand command_explain = {
    .name = "explain",
    .arguments = "[CODE ...]",
    .what = "what a code means, as findings have it: its cause, and its mend",
    .help =
        "Prints what codes mean, which findings have in text, JSON and SARIF: what is wrong, why, what to do, and an "
        "example.\nWithout a code, lists them.",
    .run = run,
};
