/* spirv-mmra check: checks IR files by the checker's rules. Their list is not part of the library and comes from
 * mmra/check/check.h. */
#include <stdlib.h>
#include <string.h>

#include "mmra/check/check.h"
#include "translator/command/command.h"

enum { MAX_RULES = 256 };

static struct {
    const char *rules[MAX_RULES];
    uint32_t rule_count;
    uint32_t profile, timeout;
    bool suggest, warnings_are_errors, list_rules;
} settings;

static const char *const profile_names[] = {"any", "23", "22", "document", "24", "draft", "21", "19", NULL};

static bool add_rule(void *target, const char *text) {
    (void)target;
    if (!strchr(text, '=') || settings.rule_count == MAX_RULES)
        return false;
    settings.rules[settings.rule_count++] = text;
    return true;
}

static const struct option option_table[] = {
    {"--rule", "NAME=LEVEL", "severity of a rule: off, note, warning or error", OPTION_CALL, NULL, 0, NULL, add_rule},
    {"--werror", NULL, "warnings fail the check, as errors do", OPTION_FLAG, &settings.warnings_are_errors},
    {"--suggest", NULL, "also report what is stronger than necessary", OPTION_FLAG, &settings.suggest},
    {"--llvm", "PROFILE", "any (default), 23, 22, document, 24, draft (proposals): whose intrinsics and model",
     OPTION_CHOICE, &settings.profile, 0, profile_names},
    {"--timeout", "SECONDS", "stop then with one input (default: never)", OPTION_NUMBER, &settings.timeout},
    {"--list-rules", NULL, "print every rule, its severity, and what it finds", OPTION_FLAG, &settings.list_rules},
    JSON_OPTION("the findings as JSON"),
};

static void list_rules(void) {
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++)
        printf("%-24s %-8s %s\n", check_rules[rule].name,
               check_rules[rule].suggestion ? "suggest"
                                            : check_severity_name((enum check_severity)check_rules[rule].severity),
               check_rules[rule].summary);
}

/* ---- what is said of one file ---- */

struct report {
    const char *path;
    uint32_t count; /* of findings so far */
};

/* The first finding begins the answer: IR that cannot be read has none. */
static void begin_json(struct report *report) {
    json_begin(report->path);
    json_put(",\n   \"findings\": [");
}

static void print_finding(void *user, const smmra_finding *finding) {
    struct report *report = user;
    if (!command_json) {
        message_finding(stdout, report->path, finding);
        return;
    }
    if (!report->count++)
        begin_json(report);
    json_finding(finding);
}

static void end_json(struct report *report, smmra_result result) {
    bool is_whole = result == SMMRA_SUCCESS || result == SMMRA_CHECK_FAILED;
    if (!report->count && !is_whole)
        return;
    if (!report->count)
        begin_json(report);
    json_put("], \"passed\": %i}", !is_whole ? 0 : result == SMMRA_SUCCESS ? 2 : 1);
}

static void print_fault(void *user, const smmra_diagnostic *given) {
    smmra_diagnostic diagnostic = *given;
    diagnostic.message = watch_reason(given->message);
    message_diagnostic(user, &diagnostic);
}

static int check_file(const char *path) {
    size_t length;
    int status;
    watch_limit(settings.timeout);
    char *text = file_read(path, &length, fault_of_ir, &status);
    if (!text)
        return status;
    struct report report = {.path = path};
    smmra_check_options given = {
        .size = sizeof given,
        .rules = settings.rules,
        .rule_count = settings.rule_count,
        .suggest = settings.suggest,
        .warnings_are_errors = settings.warnings_are_errors,
        .any_profile = settings.profile == 0,
        .profile = (smmra_profile)(settings.profile ? settings.profile - 1 : 0),
        .memory_limit = ((size_t)512 << 20) + 128 * length,
        .diagnose = print_fault,
        .diagnose_user = (void *)(uintptr_t)path,
        .report = print_finding,
        .report_user = &report,
        .cancel = watch_is_over,
    };
    smmra_result result = smmra_check(text, length, &given);
    free(text);
    if (command_json)
        end_json(&report, result);
    return (int)result;
}

static const char *misfit(int inputs) {
    return inputs || settings.list_rules ? NULL : "no input; name a .ll file, or '-' for standard input";
}

static int run(int count, char **inputs) {
    if (settings.list_rules) {
        list_rules();
        return SMMRA_SUCCESS;
    }
    return inputs_each(count, inputs, check_file);
}

static const char *const endings[] = {".ll", NULL};

const struct subcommand command_check = {
    .name = "check",
    .arguments = "FILE.ll ... [options]",
    .what = "LLVM IR, from any front end, against the AMDGPU memory model",
    .help = "Judges LLVM IR for AMDGPU, from any front end, against the AMDGPU memory model. '-' is standard input.\n"
            "docs/reference/checker.md explains every rule.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
