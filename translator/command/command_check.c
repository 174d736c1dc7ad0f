/* spirv-mmra check: checks IR files by the checker's rules. Their list is not part of the library and comes from
 * mmra/check/check.h. */
#include <stdlib.h>
#include <string.h>

#include "mmra/check/check.h"
#include "translator/command/command.h"

enum { MAX_RULES = 256 };

struct settings {
    const char *rules[MAX_RULES];
    uint32_t rule_count;
    uint32_t profile;
    bool suggest, warnings_are_errors, list_rules, json, help;
};

static const char *const profile_names[] = {"any", "23", "22", "document", "24", "draft", NULL};

static bool add_rule(void *target, const char *text) {
    struct settings *settings = target;
    if (!strchr(text, '=') || settings->rule_count == MAX_RULES)
        return false;
    settings->rules[settings->rule_count++] = text;
    return true;
}

static int read_settings(struct settings *s, int argc, char **argv) {
    const struct option options[] = {
        {"--rule", "NAME=LEVEL", "severity of a rule: off, note, warning or error", OPTION_CALL, s, 0, NULL, add_rule},
        {"--werror", NULL, "warnings fail the check, as errors do", OPTION_FLAG, &s->warnings_are_errors},
        {"--suggest", NULL, "also report what is stronger than necessary", OPTION_FLAG, &s->suggest},
        {"--llvm", "PROFILE", "any (default), 23, 22, document, 24, draft (proposals): whose intrinsics and model",
         OPTION_CHOICE, &s->profile, 0, profile_names},
        MESSAGE_FORM_OPTION,
        MESSAGE_VOLUME_OPTIONS,
        {"--json", NULL, "the findings as JSON", OPTION_FLAG, &s->json},
        {"--list-rules", NULL, "print every rule, its severity, and what it finds", OPTION_FLAG, &s->list_rules},
        MESSAGE_COLOR_OPTION,
        MESSAGE_SOURCE_OPTION,
        {"--help", NULL, "print this (-h too)", OPTION_FLAG, &s->help},
    };
    size_t count = sizeof options / sizeof *options;
    int inputs = options_read("check", options, count, argc, argv);
    if (inputs >= 0 && s->help) {
        printf("usage: spirv-mmra check FILE.ll ... [options]\n\n"
               "Judges LLVM IR for AMDGPU, from any front end, against the AMDGPU memory model. '-' is "
               "standard input.\n"
               "docs/reference/checker.md explains every rule.\n\n");
        options_help(options, count);
        exit_status_help();
    }
    return inputs;
}

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
    bool json, *first;
    uint32_t count; /* of findings so far */
};

/* The first finding begins the answer: IR that cannot be read has none. */
static void begin_json(struct report *report) {
    json_begin(report->path, report->first);
    printf(",\n   \"findings\": [");
}

static void print_finding(void *user, const smmra_finding *finding) {
    struct report *report = user;
    if (!report->json && message_is_sarif())
        return; /* the log has it */
    if (!report->json) {
        message_finding(stdout, report->path, finding);
        return;
    }
    if (!report->count)
        begin_json(report);
    printf(report->count++ ? ",\n" : "\n");
    json_finding(finding);
}

static void end_json(struct report *report, smmra_result result) {
    bool is_whole = result == SMMRA_SUCCESS || result == SMMRA_CHECK_FAILED;
    if (!report->count && !is_whole)
        return;
    if (!report->count)
        begin_json(report);
    printf("], \"passed\": %s}", !is_whole ? "null" : result == SMMRA_SUCCESS ? "true" : "false");
}

static void print_fault(void *user, const smmra_diagnostic *diagnostic) {
    message_diagnostic(stderr, user, diagnostic);
}

static int check_file(const struct settings *settings, smmra_sarif *sarif, char *path, bool *first) {
    size_t length;
    int status;
    char *text = file_read(path, &length, fault_of_ir, &status, stderr);
    if (!text)
        return status;
    struct report report = {.path = path, .json = settings->json, .first = first};
    smmra_check_options options = {
        .size = sizeof options,
        .rules = settings->rules,
        .rule_count = settings->rule_count,
        .suggest = settings->suggest,
        .warnings_are_errors = settings->warnings_are_errors,
        .any_profile = settings->profile == 0,
        .profile = (smmra_profile)(settings->profile ? settings->profile - 1 : 0),
        .sarif = sarif,
        .path = path,
        .memory_limit = ((size_t)512 << 20) + 128 * length,
        .diagnose = print_fault,
        .diagnose_user = path,
        .report = sarif ? NULL : print_finding,
        .report_user = &report,
    };
    smmra_result result = smmra_check(text, length, &options);
    free(text);
    if (settings->json)
        end_json(&report, result);
    return (int)result;
}

/* The library's log begins with the same rules as the command's, which takes its results. */
static int deliver_log(smmra_sarif *sarif, int status) {
    static const char results[] = "\"results\":[", end[] = "]}]}\n";
    size_t length;
    const char *text = smmra_sarif_text(sarif, &length);
    if (!text) {
        MESSAGE_USAGE("out of memory: there is no log");
        return SMMRA_OUT_OF_MEMORY;
    }
    const char *first = strstr(text, results) + sizeof results - 1;
    size_t count = length - (size_t)(first - text) - (sizeof end - 1);
    if (count)
        message_deliver(",", 1);
    message_deliver(first, count);
    return status;
}

static int check_files(const struct settings *settings, smmra_sarif *sarif, int count, char **paths) {
    int status = 0;
    bool first = true;
    for (int i = 0; i < count; i++) {
        int result = check_file(settings, sarif, paths[i], &first);
        if (result > status)
            status = result;
    }
    if (settings->json)
        json_end(first);
    return sarif ? deliver_log(sarif, status) : status;
}

int command_check(int argc, char **argv) {
    struct settings settings = {0};
    static const char *const endings[] = {".ll", NULL};
    int inputs = read_settings(&settings, argc, argv);
    inputs = inputs < 0 ? inputs : inputs_of_folders(inputs, &argv, endings);
    if (inputs < 0)
        return SMMRA_INVALID_ARGUMENT;
    if (settings.help)
        return SMMRA_SUCCESS;
    if (settings.list_rules) {
        list_rules();
        return SMMRA_SUCCESS;
    }
    if (inputs == 0) {
        MESSAGE_USAGE("no input; name a .ll file, or '-' for standard input");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (settings.json && message_is_data()) {
        MESSAGE_USAGE("--json and --diagnostics both write on standard output: leave one out");
        return SMMRA_INVALID_ARGUMENT;
    }
    smmra_sarif *sarif = NULL;
    message_findings_are_output();
    if (message_is_sarif() && !(sarif = smmra_sarif_create(NULL)))
        return SMMRA_OUT_OF_MEMORY;
    int status = check_files(&settings, sarif, inputs, argv);
    smmra_sarif_destroy(sarif);
    return status;
}
