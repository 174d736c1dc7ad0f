#include "mmra/check/check.h"

#define RULE(rule, name, severity, suggestion, summary, advice) {name, CHECK_##severity, suggestion, summary, advice},
const struct check_rule_info check_rules[CHECK_RULE_COUNT] = {CHECK_RULE_ROWS(RULE)};

enum check_rule check_find_rule(const char *name, size_t length) {
    int rule = 0;
    while (rule < CHECK_RULE_COUNT &&
           (strlen(check_rules[rule].name) != length || memcmp(check_rules[rule].name, name, length) != 0))
        rule++;
    return (enum check_rule)rule;
}

static const char *const severity_names[] = {"off", "note", "warning", "error"};

const char *check_severity_name(enum check_severity severity) {
    return severity_names[severity];
}

void check_options_init(struct check_options *options) {
    *options = (struct check_options){.revision = CHECK_ANY_REVISION, .most_findings = 100};
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++)
        options->severity[rule] = check_rules[rule].severity;
}

bool check_configure(struct check_options *options, const char *setting) {
    const char *equals = strchr(setting, '=');
    if (!equals)
        return false;
    enum check_rule rule = check_find_rule(setting, (size_t)(equals - setting));
    if (rule == CHECK_RULE_COUNT)
        return false;
    for (uint8_t severity = CHECK_OFF; severity <= CHECK_ERROR; severity++)
        if (strcmp(equals + 1, severity_names[severity]) == 0) {
            options->severity[rule] = severity;
            return true;
        }
    return false;
}
