/* smmra_check: IR from any front end, judged by the checker's rules. */
#include <setjmp.h>
#include <stdio.h>

#include "mmra/check/check.h"
#include "mmra/ir/ir_source.h"
#include "mmra/parse/ir_parse.h"
#include "translator/library/request.h"

/* A request is one call. */
struct check_request {
    struct arena arena;
    struct ir_module module;
    smmra_check_options options;
    struct check_options rules;
    struct mmra_watch watch;
    bool cancelled;
    jmp_buf landing;
};

static void report_at(const smmra_check_options *options, uint32_t line, uint32_t column, const char *message) {
    if (!options->diagnose)
        return;
    char printable[320];
    snprintf(printable, sizeof printable, "%s", message);
    for (char *c = printable; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = '?';
    smmra_diagnostic diagnostic = {
        .severity = SMMRA_SEVERITY_ERROR, .line = line, .column = column, .message = printable};
    options->diagnose(options->diagnose_user, &diagnostic);
}

static void report(const smmra_check_options *options, const char *message) {
    report_at(options, 0, 0, message);
}

static void exhausted(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

static void arena_begin(struct arena *arena, const smmra_allocator *given, size_t limit, jmp_buf *landing) {
    struct arena_allocator allocator;
    if (given)
        allocator = (struct arena_allocator){given->allocate, given->release, given->user};
    arena_init(arena, given ? &allocator : NULL, limit ? limit : SIZE_MAX, exhausted, landing);
}

/* ---- the check ---- */

/* Returns the source that !dbg names for the instruction. If `instruction` is CHECK_NO_INSTRUCTION, it is that of the
 * function, which may be 0. */
static const smmra_source *source_of(struct check_request *request, uint32_t instruction, ir_function function) {
    struct ir_source found;
    bool known = instruction != CHECK_NO_INSTRUCTION
                     ? ir_source_of_instruction(&request->module, instruction, &request->arena, &found)
                     : function && ir_source_of_function(&request->module, function, &request->arena, &found);
    if (!known)
        return NULL;
    smmra_source *source = arena_allocate_array(&request->arena, 1, sizeof *source);
    *source =
        (smmra_source){.file = found.file, .line = found.line, .column = found.column, .function = found.function};
    return source;
}

static const char *name_of(struct check_request *request, ir_function function) {
    if (!function)
        return NULL;
    const struct ir_module *module = &request->module;
    struct mmra_string name = ir_string_get(module, ir_value_get(module, module->functions[function].value)->name);
    return arena_copy_string(&request->arena, name.bytes, name.length);
}

static void pass_on(void *user, const struct check_finding *finding) {
    struct check_request *request = user;
    if (!request->options.report)
        return;
    smmra_finding given = finding_of(&request->arena, finding);
    given.word = 0; /* in IR that was read, the source is a line */
    given.source = source_of(request, finding->instruction, finding->function);
    given.function = name_of(request, finding->function);
    for (size_t i = 0; i < given.related_count; i++) {
        smmra_place *related = (smmra_place *)given.related[i]; /* just made */
        related->word = 0;
        related->source = source_of(request, finding->related[i].instruction, 0);
    }
    request->options.report(request->options.report_user, &given);
}

static void ask(void *user) {
    struct check_request *request = user;
    if (!request->options.cancel || !request->options.cancel(request->options.cancel_user))
        return;
    request->cancelled = true;
    longjmp(request->landing, 1);
}

static smmra_result configure(struct check_request *request) {
    const smmra_check_options *options = &request->options;
    struct check_options *rules = &request->rules;
    check_options_init(rules);
    if ((unsigned)options->profile >= PROFILE_COUNT || (options->rule_count && !options->rules)) {
        report(options, "options.profile is not an smmra_profile, or options.rules is NULL");
        return SMMRA_INVALID_ARGUMENT;
    }
    rules->revision = options->any_profile ? CHECK_ANY_REVISION : profile_get((enum profile)options->profile)->revision;
    rules->suggest = options->suggest;
    rules->report = pass_on;
    rules->user = request;
    for (size_t i = 0; i < options->rule_count; i++) {
        if (check_configure(rules, options->rules[i]))
            continue;
        char message[256];
        snprintf(message, sizeof message,
                 "'%.100s' is not a rule and severity; write NAME=off, note, warning or error, with the name of a "
                 "rule of docs/reference/checker.md",
                 options->rules[i]);
        report(options, message);
        return SMMRA_INVALID_ARGUMENT;
    }
    return SMMRA_SUCCESS;
}

static smmra_result judge(struct check_request *request, const char *text, size_t length) {
    struct ir_parse_error error;
    ir_module_init(&request->module, &request->arena);
    ir_set_revision(&request->module, (enum ir_revision)request->rules.revision);
    request->watch = (struct mmra_watch){.ask = ask, .user = request};
    request->module.watch = request->arena.watch = &request->watch;
    mmra_ask(&request->watch);
    if (!ir_parse(&request->module, text, length, &error)) {
        report_at(&request->options, error.line, error.column, error.message);
        return SMMRA_INVALID_INPUT;
    }
    struct check_summary summary = check_module(&request->module, &request->rules);
    uint32_t errors = summary.findings[CHECK_ERROR];
    if (request->options.warnings_are_errors)
        errors += summary.findings[CHECK_WARNING];
    return errors ? SMMRA_CHECK_FAILED : SMMRA_SUCCESS;
}

static bool read_options(const smmra_check_options *given, smmra_check_options *options) {
#define END(field) STRUCT_END(smmra_check_options, field)
    static const uint16_t ends[] = {END(rule_count),    END(suggest),      END(warnings_are_errors), END(any_profile),
                                    END(profile),       END(memory_limit), END(allocator),           END(diagnose),
                                    END(diagnose_user), END(report),       END(report_user),         END(cancel),
                                    END(cancel_user)};
#undef END
    return request_read_options(options, sizeof *options, given, ends, sizeof ends / sizeof *ends);
}

smmra_result smmra_check(const char *text, size_t length, const smmra_check_options *given) {
    struct check_request request;
    memset(&request, 0, sizeof request);
    request.options.any_profile = true;
    if (given) {
        request.options.any_profile = false;
        if (!read_options(given, &request.options))
            return SMMRA_INVALID_ARGUMENT;
    }
    if (!text && length)
        return SMMRA_INVALID_ARGUMENT;
    smmra_result result = configure(&request);
    if (result != SMMRA_SUCCESS)
        return result;
    arena_begin(&request.arena, request.options.allocator, request.options.memory_limit, &request.landing);
    if (setjmp(request.landing)) {
        bool cancelled = request.cancelled;
        report(&request.options,
               cancelled ? "cancelled by options.cancel" : "out of memory, or the memory limit was reached");
        arena_destroy(&request.arena);
        return cancelled ? SMMRA_CANCELLED : SMMRA_OUT_OF_MEMORY;
    }
    result = judge(&request, text, length);
    arena_destroy(&request.arena);
    return result;
}
