/* spirv-mmra check: checks IR files by the checker's rules. Their list is not part of the library and comes from
 * mmra/check/check.h. */
#include <stdlib.h>
#include <string.h>

#include "mmra/check/check.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_source.h"
#include "translator/internal_flags.h"

enum { MAX_RULES = 256, MOST_MEMORY = 512 << 20 };

static struct {
    const char *rules[MAX_RULES];
    uint32_t rule_count;
    uint32_t profile, timeout;
    bool suggest, warnings_are_errors, list_rules, is_source;
    struct module_constants constants;
    const char *mcpu;
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
    {"--source", NULL, "inputs are shaders' sources or modules, which are translated first", OPTION_FLAG,
     &settings.is_source},
    {"--mcpu", "NAME", "with --source: the processor for which they are translated", OPTION_TEXT, &settings.mcpu},
    MODULE_SPEC_OPTION(&settings.constants),
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

/* Nobody has seen the IR of a shader: its findings have no place but that of the source. */
static smmra_place without_line(const smmra_place *place) {
    smmra_place result = *place;
    result.line = result.column = 0;
    return result;
}

static void print_finding_of_source(void *user, const smmra_finding *found) {
    smmra_finding finding = *found;
    smmra_place places[MESSAGE_MAX_NOTES];
    const smmra_place *list[MESSAGE_MAX_NOTES];
    finding.line = finding.column = 0;
    finding.related = list;
    for (size_t i = 0; i < found->related_count && i < MESSAGE_MAX_NOTES; i++) {
        places[i] = without_line(found->related[i]);
        list[i] = &places[i];
    }
    finding.related_count = found->related_count < MESSAGE_MAX_NOTES ? found->related_count : MESSAGE_MAX_NOTES;
    print_finding(user, &finding);
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

static smmra_profile profile(void) {
    return (smmra_profile)(settings.profile ? settings.profile - 1 : 0);
}

static int check_text(const char *path, const char *text, size_t length) {
    struct report report = {.path = path};
    smmra_check_options given = {
        .size = sizeof given,
        .rules = settings.rules,
        .rule_count = settings.rule_count,
        .suggest = settings.suggest,
        .warnings_are_errors = settings.warnings_are_errors,
        .any_profile = settings.profile == 0,
        .profile = profile(),
        .memory_limit = MOST_MEMORY + 128 * length,
        .diagnose = print_fault,
        .diagnose_user = (void *)(uintptr_t)path,
        .report = settings.is_source ? print_finding_of_source : print_finding,
        .report_user = &report,
        .cancel = watch_is_over,
    };
    smmra_result result = smmra_check(text, length, &given);
    if (command_json)
        end_json(&report, result);
    return (int)result;
}

static int check_file(const char *path) {
    size_t length;
    int status;
    watch_limit(settings.timeout);
    char *text = file_read(path, &length, fault_of_ir, &status);
    if (text)
        status = check_text(path, text, length);
    free(text);
    return status;
}

/* ---- one source or module ---- */

/* Its translation is what a user would get, and is not checked twice. */
static int translate_and_check(struct work *work) {
    struct module_file file;
    smmra_translation *translation = NULL;
    smmra_options options = {.size = sizeof options,
                             .specializations = settings.constants.given,
                             .specialization_count = settings.constants.count,
                             .profile = profile(),
                             .mcpu = settings.mcpu,
                             .flags = INTERNAL_FLAG_COMMAND | SMMRA_FLAG_NO_CHECK,
                             .memory_limit = MOST_MEMORY + 128 * work->length,
                             .diagnose = print_fault,
                             .diagnose_user = (void *)(uintptr_t)work->path,
                             .cancel = watch_is_over};
    int status = module_read(&file, work, &settings.constants, false);
    if (!status)
        status = (int)smmra_translate(file.words, file.count, &options, &translation);
    if (!status) {
        size_t length;
        const char *text = smmra_translation_text(translation, &length);
        status = check_text(work->path, text, length);
    } else if (status == SMMRA_CANCELLED) {
        MESSAGE_ERROR(work->path, "%s", watch_reason("cancelled"));
    }
    smmra_translation_destroy(translation);
    return status;
}

static int end_work(struct work *work, enum work_end why) {
    bool is_late = why == WORK_OUT_OF_TIME;
    MESSAGE_ERROR(work->path, "%s", is_late ? watch_reason(NULL) : "out of memory");
    return is_late ? STATUS_UNKNOWN : SMMRA_OUT_OF_MEMORY;
}

static int check_source(const char *path) {
    static struct work work;
    return work_on(&work, path,
                   &(struct work_rules){fault_of_spirv, SIZE_MAX, settings.timeout, translate_and_check, end_work});
}

static const char *misfit(int inputs) {
    return !inputs && !settings.list_rules ? "no input; name a .ll file, or '-' for standard input"
           : !settings.is_source && (settings.mcpu || settings.constants.count) ? "--mcpu and --spec are for --source"
                                                                                : NULL;
}

static int run(int count, char **inputs) {
    if (settings.list_rules) {
        list_rules();
        return SMMRA_SUCCESS;
    }
    return inputs_each(count, inputs, settings.is_source ? check_source : check_file);
}

static const char *const endings[] = {".ll", NULL};

const struct subcommand command_check = {
    .name = "check",
    .arguments = "FILE.ll ... [options], or --source SHADER ...",
    .what = "LLVM IR, from any front end, against the AMDGPU memory model",
    .help = "Judges LLVM IR for AMDGPU, from any front end, against the AMDGPU memory model. '-' is standard input.\n"
            "docs/reference/checker.md explains every rule. With --source a shader's source or module is translated, "
            "and\nits IR is judged, with the source's lines.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
