/* spirv-mmra explain: what a rule of the checker means, or a finding of litmus, as the documents say it. */
#include <string.h>

#include "mmra/check/check.h"
#include "translator/command/command.h"

struct rule_text {
    const char *name;
    bool is_rule; /* of the checker; else what litmus finds */
    const char *const *lines;
};

#include "translator/rule_texts.h" /* generate_rules.py makes it */

enum { RULE_TEXTS = sizeof rule_texts / sizeof *rule_texts };

static const char *severity_of(enum check_rule rule) {
    return check_rules[rule].suggestion ? "with --suggest"
                                        : check_severity_name((enum check_severity)check_rules[rule].severity);
}

static void print_head(const struct rule_text *text) {
    if (!text->is_rule) {
        printf("%s: a finding of spirv-mmra litmus\n\n", text->name);
        return;
    }
    enum check_rule rule = check_find_rule(text->name, strlen(text->name));
    if (rule == CHECK_RULE_COUNT)
        printf("%s\n\n", text->name);
    else
        printf("%s (%s): %s\nWhat to do: %s\n\n", text->name, severity_of(rule), check_rules[rule].summary,
               check_rules[rule].advice);
}

static void print_list(void) {
    for (size_t i = 0; i < RULE_TEXTS; i++)
        printf("%-24s %s%s\n", rule_texts[i].name,
               rule_texts[i].is_rule
                   ? check_rules[check_find_rule(rule_texts[i].name, strlen(rule_texts[i].name))].summary
                   : rule_texts[i].lines[0],
               !rule_texts[i].is_rule && rule_texts[i].lines[1] ? " ..." : "");
}

static int explain(const char *name) {
    struct nearest nearest = {.given = name};
    for (size_t i = 0; i < RULE_TEXTS; i++) {
        nearest_consider(&nearest, rule_texts[i].name);
        if (strcmp(rule_texts[i].name, name) != 0)
            continue;
        print_head(&rule_texts[i]);
        for (const char *const *line = rule_texts[i].lines; *line; line++)
            printf("%s\n", *line);
        return SMMRA_SUCCESS;
    }
    MESSAGE_USAGE("'%s' is no rule%s%s%s spirv-mmra explain lists them", printable(name, 64),
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
    .arguments = "[RULE ...]",
    .what = "what a rule of the checker means, or a finding of litmus",
    .help = "Prints what rules of the checker and findings of litmus mean: what is wrong, why, and an example. Without "
            "a\nname, lists them.",
    .run = run,
};
