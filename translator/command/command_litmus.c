/* spirv-mmra litmus: runs litmus programs under a memory model, and validates translations of them, by the library's
 * smmra_litmus. Suggestions and machine code are not part of the library: for them the program is read here. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_process.h"
#include "translator/command/command_verdict.h"
#include "translator/litmus/litmus_suggest.h"
#include "translator/report/source_change.h"

enum { LARGEST_MEMORY = 1 << 30, MAX_LENGTH = 65536, MAX_FAULTS = 32 };

enum {
    RACES = 1 << SMMRA_LITMUS_FAULT_RACE | 1 << SMMRA_LITMUS_FAULT_UNDEFINED_READ,
    NOT_DECIDED = 1 << SMMRA_LITMUS_FAULT_NOT_DECIDED
};

struct settings {
    const char *dot, *through;
    uint32_t profile, unroll, timeout, shader_calls;
    uint32_t allowed; /* faults, as bits, that do not change the exit status */
    bool translate, outcomes, explain, show_ir, no_chains, fr_needs_locord, po_rf, letter, suggest, first, reduce, json,
        help;
    struct module_options module;
    struct machine_settings machine;
};

struct job {
    const struct settings *settings;
    const char *path;
    bool *first;      /* no answer was printed before */
    bool fell_back;   /* to one workgroup */
    bool is_smallest; /* what is asked is asked of the smallest grid on which something is wrong */
    struct arena arena;
    struct mmra_watch watch; /* of the arena */
    jmp_buf landing;         /* of what cannot go on: OUT_OF_MEMORY or OUT_OF_TIME */
};

enum { OUT_OF_MEMORY = 1, OUT_OF_TIME };

enum { PROFILE_NOT_GIVEN = 5 };
static const char *const profile_names[] = {"23", "22", "document", "24", "draft", NULL};

/* NAME,NAME,... */
static bool read_names(const char *const *names, void *target, const char *text) {
    for (;; text++) {
        size_t length = strcspn(text, ",");
        uint32_t i = 0;
        while (names[i] && (strlen(names[i]) != length || memcmp(names[i], text, length) != 0))
            i++;
        if (!names[i])
            return false;
        *(uint32_t *)target |= UINT32_C(1) << i;
        text += length;
        if (!*text)
            return true;
    }
}

static const char *fault_names[MAX_FAULTS + 1]; /* NULL after the last */

static void list_faults(void) {
    for (uint32_t i = 0; i < MAX_FAULTS; i++)
        fault_names[i] = smmra_litmus_fault_name((smmra_litmus_fault)i);
}

static bool allow_findings(void *target, const char *text) {
    return read_names(fault_names, target, text);
}

static bool set_machine_options(void *target, const char *text) {
    return read_names(machine_option_names, target, text);
}

static const char *const shader_calls_names[] = {"device", "lane", NULL};

static int read_settings(struct settings *s, int argc, char **argv) {
    list_faults();
    const struct option options[] = {
        {"--llvm", "PROFILE",
         "23 (default), 22, document, 24, draft (proposals): the model's revision, and the spelling with --translate; with "
         "--machine 23 or 22, which also compiles (default: the newest that is installed)",
         OPTION_CHOICE, &s->profile, 0, profile_names},
        {"--translate", NULL, "translate a .test, .litmus or SPIR-V program, and say whether that is sound and tight",
         OPTION_FLAG, &s->translate},
        {"--through", "COMMAND",
         "with --translate: judge what this command, as opt-22 -O2 -S, makes of the IR; its words are parted by blanks",
         OPTION_TEXT, &s->through},
        {"--show-ir", NULL, "with --translate: print the IR", OPTION_FLAG, &s->show_ir},
        {"--suggest", NULL, "SPIR-V: annotations that could be dropped, or the fewest more that repair a data race",
         OPTION_FLAG, &s->suggest},
        {"--allow", "NAME,...",
         "what a program may have and pass: race, undefined-read, out-of-bounds, divergent-barrier, "
         "undefined-behaviour, deadlock, endless-loop, unknown",
         OPTION_CALL, &s->allowed, 0, fault_names, allow_findings},
        {"--outcomes", NULL, "print every outcome", OPTION_FLAG, &s->outcomes},
        {"--json", NULL, "the answers as JSON", OPTION_FLAG, &s->json},
        {"--explain", NULL, "print an execution that shows what was found", OPTION_FLAG, &s->explain},
        {"--dot", "FILE", "write that execution, or an example if nothing is wrong, as a graph; '-' is standard output",
         OPTION_TEXT, &s->dot},
        {"--unroll", "N", "how often loops that do something go round (default 4)", OPTION_NUMBER, &s->unroll},
        {"--first", NULL, "end at the first thing that is wrong", OPTION_FLAG, &s->first},
        {"--timeout", "SECONDS", "stop then, and say what is known (default: never)", OPTION_NUMBER, &s->timeout},
        {"--reduce", NULL, "SPIR-V: the smallest grid, up to the one that is given, on which something is wrong",
         OPTION_FLAG, &s->reduce},
        {"--no-chains", NULL, "Vulkan: a device without availability and visibility chains", OPTION_FLAG,
         &s->no_chains},
        {"--fr-needs-locord", NULL, "Vulkan: a read is before later writes only if its own is ordered before it",
         OPTION_FLAG, &s->fr_needs_locord},
        {"--shader-calls", "WHERE",
         "with --translate: where the calls of a ray go on: device (default), or lane: that of the caller",
         OPTION_CHOICE, &s->shader_calls, 0, shader_calls_names},
        {"--po-rf-acyclic", NULL, "no load buffering, as RC11 has it", OPTION_FLAG, &s->po_rf},
        MODULE_OPTIONS(&s->module, option_small_grid),
        {"--mcpu", "NAME", "assembly (.s): the processor, gfx90a, gfx942, gfx1030, gfx1100 or gfx1201", OPTION_CHOICE,
         &s->machine.mcpu, 0, machine_processor_names},
        {"--machine", "NAME",
         "compile the translation for this processor, run the machine code: only what Vulkan allows?", OPTION_CHOICE,
         &s->machine.machine, 0, machine_processor_names},
        {"--coherence", "HOW", "with --machine: auto (default), fence or access, as translate takes it", OPTION_CHOICE,
         &s->machine.coherence, 0, module_coherence_names},
        {"--descriptors-by-value", NULL, "with --machine, of a module: as translate takes it", OPTION_FLAG,
         &s->machine.by_value},
        {"--machine-option", "NAME,...",
         "v-out-of-order, ack-at-scope, own-lines, shared-lines, one-l2, two-l2s: see docs/reference/machine.md",
         OPTION_CALL, &s->machine.options, 0, machine_option_names, set_machine_options},
        {"--states", "N", "machine code: states that are searched, at most (default 1000000)", OPTION_NUMBER,
         &s->machine.states},
        COMPILER_OPTIONS(&s->machine.compiler, "with --machine: "),
        {"--radv", "COMMAND", "with --machine: have Mesa's driver compile the module, see docs/reference/machine.md",
         OPTION_TEXT, &s->machine.radv},
        {"--without-each", NULL,
         "with --machine: the code without each wait, invalidation, write-back and bit, beside the price list",
         OPTION_FLAG, &s->machine.each},
        {"--letter", NULL, "AMDGPU: the letter of the document, without choice A5", OPTION_FLAG, &s->letter},
        MESSAGE_FORM_OPTION,
        MESSAGE_VOLUME_OPTIONS,
        MESSAGE_COLOR_OPTION,
        MESSAGE_SOURCE_OPTION,
        {"--help", NULL, "print this (-h too)", OPTION_FLAG, &s->help}};
    size_t count = sizeof options / sizeof *options;
    int inputs = options_read("litmus", options, count, argc, argv);
    if (inputs >= 0 && s->help) {
        printf("usage: spirv-mmra litmus FILE ... [options]\n\n"
               "Runs litmus programs: Khronos's .test and Vulkan .litmus files and SPIR-V compute modules (.spv, "
               ".spvasm)\n"
               "under Vulkan's memory model, LLVM IR (.ll, with comments that name threads and condition) under "
               "AMDGPU's,\n"
               "assembly (.s, with comments that name waves and condition) on a model of AMD's processors.\n\n");
        options_help(options, count);
        exit_status_help();
    }
    return inputs;
}

static void exhausted(void *user) {
    struct job *job = user;
    longjmp(job->landing, OUT_OF_MEMORY);
}

/* Standard input is a module, as for the other commands. */
static bool is_spirv(const char *path) {
    return path_ends_in(path, ".spv") || path_ends_in(path, ".spvasm") || strcmp(path, "-") == 0;
}

#define COMPLAIN(job, ...)                                                                                             \
    message_print(stderr, &(struct message_place){.path = (job)->path}, SMMRA_SEVERITY_ERROR, __VA_ARGS__)

static const char *shown(const struct job *job) {
    static char buffer[512];
    return printable(job->path, buffer, sizeof buffer);
}

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct job *job = user;
    if (watch_goes_on(NULL)) /* else ask() says that the time is over */
        message_diagnostic(stderr, job->path, diagnostic);
}

/* Returns what can be done if a shader is too much to explore: a limit alone would be a dead end. */
static const char *way_on(const struct job *job) {
    return !is_spirv(job->path) ? ""
           : job->settings->suggest || job->settings->reduce
               ? "; --local and --groups make the grid smaller, and spirv-mmra race runs all of it once"
               : "; --reduce searches the smallest grid on which something is wrong, --local and --groups make the grid "
                 "smaller, and spirv-mmra race runs all of it once";
}

/* Why something is unknown, and what to do. It lives until it is asked again. */
static const char *unknown_reason(const struct job *job, const char *other) {
    static char text[512];
    snprintf(text, sizeof text, "%s%s", watch_reason(other), way_on(job));
    return text;
}

/* ---- answers ---- */

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

static void print_count(uint64_t count, const char *one, const char *several) {
    if (count)
        printf(", %" PRIu64 " %s", count, count == 1 ? one : several);
}

/* The grid that a verdict holds for: another may have other answers. */
static void print_grid(const smmra_litmus_summary *summary) {
    if (summary->subgroup)
        printf("  %s\n", module_grid_text(summary->groups, summary->local, summary->subgroup));
}

static void print_statistics(const smmra_litmus_statistics *s) {
    printf("  %" PRIu64 " execution%s", s->executions, plural(s->executions));
    print_count(s->deadlocked, "deadlock", "deadlocks");
    print_count(s->endless, "that goes round for ever", "that go round for ever");
    print_count(s->faulty, "of undefined behaviour", "of undefined behaviour");
    print_count(s->cut_off, "not completed", "not completed");
    print_count(s->mirrored, "beginning like another", "beginnings like others");
    printf(", %" PRIu64 " evaluation%s of the model\n", s->evaluations, plural(s->evaluations));
}

static const smmra_litmus_finding *find(const smmra_litmus_answer *answer, smmra_litmus_fault fault) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++)
        if (findings[i]->fault == fault)
            return findings[i];
    return NULL;
}

/* The first finding that has a graph is drawn. */
static int draw(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    const char *graph = NULL;
    for (size_t i = 0; i < count && !graph; i++)
        graph = findings[i]->graph;
    graph = graph ? graph : smmra_litmus_answer_summary(answer)->graph;
    if (!job->settings->dot || !graph)
        return 0;
    return file_write(job->settings->dot, job->path, graph, strlen(graph), stderr) ? 0 : 2;
}

static void print_witness(const struct job *job, const char *what, const char *witness) {
    if (job->settings->explain && witness)
        printf("  %s:\n%s", what, witness);
}

static const char *witness_name(smmra_litmus_fault fault) {
    return fault == SMMRA_LITMUS_FAULT_RACE             ? "the race"
           : fault == SMMRA_LITMUS_FAULT_UNDEFINED_READ ? "undef"
                                                        : smmra_litmus_fault_name(fault);
}

static void print_witnesses(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    print_witness(job, "the condition is decided by", smmra_litmus_answer_summary(answer)->witness);
    for (size_t i = 0; i < count; i++)
        print_witness(job, witness_name(findings[i]->fault), findings[i]->witness);
}

static void print_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *values = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    for (size_t k = 0; k < count; k++) {
        printf("  ");
        for (size_t i = 0; i < width; i++, values++) {
            char buffer[256];
            printf("%s%s = ", i ? ", " : "", printable(names[i], buffer, sizeof buffer));
            if (values->kind == SMMRA_LITMUS_VALUE_KNOWN)
                printf("%" PRIu64, values->value);
            else
                printf("%s", values->kind == SMMRA_LITMUS_VALUE_UNDEFINED ? "undef" : "none");
        }
        printf("\n");
    }
}

/* ---- verdicts: one line each ---- */

static void print_verdicts(const struct job *job, const smmra_litmus_summary *summary) {
    static const char *const condition[] = {NULL, "does not hold", "holds", "is unknown"};
    static const char *const race[] = {NULL, "no data race", "data race", "data race unknown"};
    printf("%s:", shown(job));
    if (summary->condition != SMMRA_LITMUS_VERDICT_NOT_ASKED)
        printf(" the condition %s;", condition[summary->condition]);
    bool is_undefined =
        summary->faults & (1u << SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER | 1u << SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR);
    bool is_free = summary->race == SMMRA_LITMUS_VERDICT_NO;
    printf(" %s%s\n", race[summary->race], is_free && is_undefined ? " before undefined behaviour" : "");
}

/* Findings besides races, which the first line has. */
static void print_findings(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++)
        if (findings[i]->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED)
            printf("%s: unknown: %s\n", shown(job), unknown_reason(job, message_in_options(findings[i]->message)));
        else if (findings[i]->fault != SMMRA_LITMUS_FAULT_RACE)
            printf("%s: %s\n", shown(job), findings[i]->message);
}

/* What is found, in the words of the source. A read that may see several writes is what a race is: one is enough. */
static void print_places(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    const smmra_litmus_finding *race = find(answer, SMMRA_LITMUS_FAULT_RACE);
    for (size_t i = 0; i < count; i++)
        if ((findings[i]->fault != SMMRA_LITMUS_FAULT_UNDEFINED_READ || !race || !race->place_count) &&
            (findings[i]->place_count || message_is_data())) {
            smmra_litmus_finding finding = *findings[i];
            if (finding.fault == SMMRA_LITMUS_FAULT_NOT_DECIDED)
                finding.message = unknown_reason(job, finding.message);
            message_litmus_finding(stdout, job->path, &finding);
        }
}

/* AMDGPU's model knows a race as a read of undef: who allows the one allows the other. */
static uint32_t allowed_faults(const struct job *job, const smmra_litmus_summary *summary) {
    uint32_t allowed = job->settings->allowed;
    return summary->race_is_undefined_read && allowed & RACES ? allowed | RACES : allowed;
}

/* A race that was found is one whatever was taken for granted. */
static void print_assumption(const smmra_litmus_summary *summary) {
    if (summary->assumption && summary->race != SMMRA_LITMUS_VERDICT_YES)
        printf("  taken for granted: %s\n", summary->assumption);
}

static void print_scope(const struct job *job, const smmra_litmus_summary *summary) {
    struct verdict_scope scope = verdict_scope_of(job->path, summary);
    scope.fell_back = job->fell_back;
    verdict_print_reading(&scope);
    verdict_print_never_ran(&scope);
    verdict_put_messages(&scope);
    verdict_print_groups(&scope);
}

static void print_text(const struct job *job, const smmra_litmus_answer *answer) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    print_verdicts(job, summary);
    if (summary->condition != SMMRA_LITMUS_VERDICT_NOT_ASKED && summary->estimate)
        printf("  a device may compute another number: %s\n", summary->estimate);
    print_assumption(summary);
    print_findings(job, answer);
    print_places(job, answer);
    print_scope(job, summary);
    print_grid(summary);
    print_statistics(summary->statistics);
    print_outcomes(answer);
    print_witnesses(job, answer);
}

static int print_answer(const struct job *job, const smmra_litmus_answer *answer) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    uint32_t faults = summary->faults & ~allowed_faults(job, summary);
    bool is_right = !faults && summary->condition != SMMRA_LITMUS_VERDICT_NO;
    if (job->settings->json)
        litmus_print_json(job->path, answer, job->is_smallest, job->first);
    else if (!message_quiet || !is_right)
        print_text(job, answer);
    int status = draw(job, answer);
    if (status)
        return status;
    if (summary->condition == SMMRA_LITMUS_VERDICT_NO || faults & ~(uint32_t)NOT_DECIDED)
        return 1;
    return faults ? STATUS_UNKNOWN : 0;
}

/* Khronos's verdict lines. */
static int print_expectations(const struct job *job, const smmra_litmus_answer *answer) {
    int status = 0;
    size_t count, left_out;
    const smmra_litmus_expectation *const *expectations = smmra_litmus_answer_expectations(answer, &count, &left_out);
    if (job->settings->json)
        litmus_print_json(job->path, answer, false, job->first);
    else if (!message_quiet)
        printf("%s: %zu verdict%s, %zu left out\n", shown(job), count, plural(count), left_out);
    for (size_t i = 0; i < count; i++) {
        bool met = expectations[i]->met == SMMRA_LITMUS_VERDICT_YES, agrees = met == expectations[i]->satisfiable;
        if (expectations[i]->met == SMMRA_LITMUS_VERDICT_UNKNOWN) {
            if (!job->settings->json)
                printf("  line %u: unknown: too many executions\n", expectations[i]->line);
            status = status ? status : job->settings->allowed & NOT_DECIDED ? 0 : STATUS_UNKNOWN;
            continue;
        }
        if (!job->settings->json && !(message_quiet && agrees))
            printf("  line %u: %s%s\n", expectations[i]->line, met ? "SATISFIABLE" : "NOSOLUTION",
                   agrees ? "" : ", but the file says otherwise");
        status = agrees ? status : 1;
    }
    return status;
}

/* ---- translation ---- */

static void print_effort(const char *model, const smmra_litmus_statistics *s) {
    printf("%s: %" PRIu64 " execution%s, %" PRIu64 " evaluation%s", model, s->executions, plural(s->executions),
           s->evaluations, plural(s->evaluations));
}

static void print_judgement_text(const struct job *job, const smmra_litmus_summary *summary) {
    printf("%s: %s\n", shown(job), summary->judgement_name);
    if (summary->why)
        printf("%s\n", summary->judgement == SMMRA_LITMUS_JUDGEMENT_STOPPED
                           ? unknown_reason(job, message_in_options(summary->why))
                           : message_in_options(summary->why));
    print_assumption(summary);
    print_grid(summary);
    print_effort("  Vulkan", summary->statistics);
    if (summary->translated->evaluations)
        print_effort("; AMDGPU", summary->translated);
    printf("\n");
    if (summary->loop_met_bound)
        printf("  a loop goes round more often than the bound: the answer holds up to it (--unroll)\n");
    if (summary->ir)
        printf("%s", summary->ir);
}

static int print_judgement(const struct job *job, const smmra_litmus_answer *answer) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    if (job->settings->json)
        litmus_print_json(job->path, answer, false, job->first);
    else
        print_judgement_text(job, summary);
    if (summary->judgement == SMMRA_LITMUS_JUDGEMENT_STOPPED)
        return job->settings->allowed & NOT_DECIDED ? 0 : STATUS_UNKNOWN;
    return summary->judgement == SMMRA_LITMUS_JUDGEMENT_REFUSED ? 4
                                                                : summary->judgement == SMMRA_LITMUS_JUDGEMENT_UNSOUND;
}

/* The text lives until the next one. */
static const char *run_through(void *user, const char *ir, const char **error) {
    struct job *job = user;
    struct process_result result;
    process_run(job->settings->through, NULL, ir, strlen(ir), &job->arena, &result);
    *error = result.error;
    return result.error ? NULL : result.output;
}

/* ---- one question ---- */

static uint32_t flags_of(const struct settings *s) {
    const bool set[] = {s->translate, s->outcomes,  s->dot != NULL,      s->first,
                        false,        s->no_chains, s->fr_needs_locord,  s->po_rf,
                        s->letter,    s->show_ir,   s->shader_calls != 0};
    uint32_t flags = 0;
    for (uint32_t i = 0; i < sizeof set / sizeof *set; i++)
        flags |= (uint32_t)set[i] << i;
    return flags;
}

static smmra_litmus_options options_of(struct job *job) {
    const struct settings *s = job->settings;
    smmra_litmus_options options = module_options_of(&s->module);
    options.flags |= flags_of(s);
    options.profile = s->profile == PROFILE_NOT_GIVEN ? (smmra_profile)0 : (smmra_profile)s->profile;
    options.unroll = s->unroll;
    options.memory_limit = LARGEST_MEMORY;
    options.diagnose = print_message;
    options.diagnose_user = job;
    options.progress = watch_progress;
    options.cancel = watch_is_over;
    if (s->through) {
        options.transform = run_through;
        options.transform_user = job;
    }
    return options;
}

/* Behind the library's message. */
static void print_way_on(const struct job *job) {
    const char *way = way_on(job);
    if (*way)
        message_print(stderr, &(struct message_place){.path = job->path}, SMMRA_SEVERITY_NOTE, "%s",
                      way + strlen("; "));
}

static int ask(struct job *job, const void *program, size_t length, const smmra_litmus_options *options) {
    smmra_litmus_answer *answer;
    smmra_result result = verdict_ask(program, length, options, &answer, &job->fell_back);
    watch_end();
    if (result != SMMRA_SUCCESS && watch_is_over(NULL))
        longjmp(job->landing, OUT_OF_TIME);
    if (result == SMMRA_OUT_OF_MEMORY)
        print_way_on(job);
    if (result != SMMRA_SUCCESS)
        return (int)result;
    int status = options->flags & SMMRA_LITMUS_FLAG_TRANSLATE         ? print_judgement(job, answer)
                 : options->language == SMMRA_LITMUS_LANGUAGE_KHRONOS ? print_expectations(job, answer)
                                                                      : print_answer(job, answer);
    smmra_litmus_answer_destroy(answer);
    return status;
}

/* ---- suggestions ---- */

/* The grid that suggestions hold for: another may need more. */
static const char *name_grid(const struct litmus_grid *grid) {
    return module_grid_text(grid->groups, grid->local, grid->subgroup);
}

static bool read_line(void *user, const smmra_source *source, char *line, size_t size) {
    const struct job *job = user;
    return source_line(&(struct message_place){.path = job->path, .source = source}, line, size);
}

static int print_suggestions(struct job *job, const struct module_file *file, const struct litmus_spirv *program,
                             const struct suggestions *found) {
    const struct litmus_grid *run_as = &program->grid;
    const struct verdict_scope scope = {.path = job->path, .reading = litmus_spirv_reading(program)};
    const struct source_change *changes = source_changes(&job->arena, file->words, file->count, read_line, job, found);
    if (found->refused) {
        COMPLAIN(job, "not supported: %s", found->refused);
        return 4;
    }
    if (job->settings->json)
        litmus_print_json_suggestions(job->path, scope.reading, run_as, found, changes, job->first);
    else if (found->nothing)
        printf("%s: nothing is suggested: %s\n", shown(job),
               found->unknown ? unknown_reason(job, found->nothing) : found->nothing);
    else
        litmus_print_suggestions(job->path, run_as, found, changes, unknown_reason(job, "the bound on tries was met"),
                                 &job->arena);
    if (!job->settings->json)
        verdict_print_reading(&scope);
    return found->unknown && !(job->settings->allowed & NOT_DECIDED) ? STATUS_UNKNOWN : 0;
}

static bool explores_on(void *user, const struct explore_statistics *statistics) {
    (void)statistics;
    return watch_goes_on(user);
}

/* Nobody chose the two, of which perhaps no more than one is ever dispatched. */
static bool is_race_of_two_groups(const struct litmus_spirv *program, const struct suggestions *found) {
    return program->groups_by_default && program->grid.groups[0] == 2 && found->race && !found->count;
}

static void read_module(struct job *job, const struct module_file *file, const smmra_litmus_options *options,
                        struct litmus_spirv *program) {
    struct litmus_source *source = arena_allocate_array(&job->arena, 1, sizeof *source);
    if (file->assembly)
        litmus_source_read(source, &job->arena, file->assembly, file->assembly_length);
    litmus_read_spirv(program, &job->arena, file->words, file->count, file->assembly ? source : NULL, options);
}

/* What is found before the time is over counts: the arena asks nobody from here on. */
static int suggest(struct job *job, const struct module_file *file, struct litmus_spirv *program) {
    struct explore_options options = explore_defaults();
    struct suggestions found;
    job->arena.watch = NULL;
    options.goes_on = explores_on;
    options.model.chains = !job->settings->no_chains;
    options.model.fr_needs_locord = job->settings->fr_needs_locord;
    options.model.plain_rf_acyclic = job->settings->po_rf;
    options.unroll = job->settings->unroll;
    litmus_suggest(program, &options, &job->arena, &found);
    if (is_race_of_two_groups(program, &found)) {
        smmra_litmus_options one = module_options_of(&job->settings->module);
        one.flags = 0;
        if (!job->settings->json)
            printf("%s: no annotation repairs a data race between two workgroups; one workgroup alone:\n", shown(job));
        read_module(job, file, &one, program);
        litmus_suggest(program, &options, &job->arena, &found);
    }
    return print_suggestions(job, file, program, &found);
}

/* ---- one file ---- */

static int report_error(const struct job *job, const struct litmus *litmus) {
    char buffer[512];
    const char *what = printable(litmus->error, buffer, sizeof buffer);
    message_print(stderr, &(struct message_place){.path = job->path, .line = litmus->line}, SMMRA_SEVERITY_ERROR,
                  "%s%s", litmus->unsupported ? "not supported: " : "", what);
    return litmus->unsupported ? 4 : 3;
}

/* ---- the smallest grid ---- */

static int print_no_grid(const struct job *job, const struct litmus_spirv *program) {
    const struct verdict_scope scope = {.path = job->path, .reading = litmus_spirv_reading(program)};
    const char *unknown = watch_goes_on(NULL) ? NULL : unknown_reason(job, NULL);
    if (job->settings->json)
        litmus_print_json_no_grid(job->path, scope.reading, &program->grid, unknown, job->first);
    else if (unknown)
        printf("%s: unknown: nothing is wrong on the grids that were tried; %s\n", shown(job), unknown);
    else
        printf("%s: nothing is wrong on any grid up to %s\n", shown(job), name_grid(&program->grid));
    if (!job->settings->json)
        verdict_print_reading(&scope);
    return unknown ? STATUS_UNKNOWN : 0;
}

static int reduce(struct job *job, const void *words, size_t length, smmra_litmus_options *options,
                  const struct litmus_spirv *program) {
    struct litmus_grid grid;
    options->flags |= SMMRA_LITMUS_FLAG_NO_CONDITION; /* it was written for another grid */
    if (!litmus_smallest_grid(words, length, options, &program->grid, &grid)) {
        watch_end();
        return print_no_grid(job, program);
    }
    watch_end();
    job->is_smallest = true;
    if (!job->settings->json)
        printf("%s: something is wrong for %s, and on no smaller grid:\n", shown(job), name_grid(&grid));
    return ask(job, words, length, options);
}

/* What the library does not do. */
static int run_here(struct job *job, const struct module_file *file, smmra_litmus_options *options) {
    const struct settings *s = job->settings;
    struct litmus_spirv program;
    read_module(job, file, options, &program);
    if (program.litmus.error)
        return report_error(job, &program.litmus);
    if (s->suggest)
        return suggest(job, file, &program);
    if (s->reduce)
        return reduce(job, file->words, file->count * sizeof *file->words, options, &program);
    struct module_translation translation = {.program = &program,
                                             .options = {.specializations = options->specializations,
                                                         .specialization_count = options->specialization_count,
                                                         .glsl450 = options->glsl450}};
    return litmus_machine_validate(&s->machine, job->path, &translation, s->unroll, &job->arena);
}

static int run_spirv(struct job *job, const char *bytes, size_t length) {
    const struct settings *s = job->settings;
    const struct module_options *m = &s->module;
    smmra_litmus_options options = options_of(job);
    struct module_file file;
    int status = module_read(&file, job->path, bytes, length, &m->constants, m->no_validate, &job->arena);
    if (status)
        return status;
    options.assembly = file.assembly;
    options.assembly_length = file.assembly_length;
    if (s->suggest || s->reduce || s->machine.machine != MACHINE_PROCESSOR_COUNT)
        return run_here(job, &file, &options);
    return ask(job, file.words, file.count * sizeof *file.words, &options);
}

static int run_text(struct job *job, const char *text, size_t length) {
    if (job->settings->machine.mcpu != MACHINE_PROCESSOR_COUNT && !path_ends_in(job->path, ".s")) {
        COMPLAIN(job, "is no assembly (.s), for which --mcpu is; --machine=%s compiles it and runs the machine code",
                 machine_processor_names[job->settings->machine.mcpu]);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (is_spirv(job->path))
        return run_spirv(job, text, length);
    if (path_ends_in(job->path, ".s"))
        return litmus_machine_run(&job->settings->machine, job->path, text, length, &job->arena);
    if (job->settings->machine.machine != MACHINE_PROCESSOR_COUNT && !path_ends_in(job->path, ".ll"))
        return litmus_machine_threads(&job->settings->machine, job->path, text, length, job->settings->unroll,
                                      &job->arena);
    smmra_litmus_options options = options_of(job);
    options.language = path_ends_in(job->path, ".ll")     ? SMMRA_LITMUS_LANGUAGE_IR
                       : path_ends_in(job->path, ".test") ? SMMRA_LITMUS_LANGUAGE_KHRONOS
                                                          : SMMRA_LITMUS_LANGUAGE_VULKAN;
    return ask(job, text, length, &options);
}

static void end_in_time(void *user) {
    struct job *job = user;
    if (!watch_goes_on(NULL))
        longjmp(job->landing, OUT_OF_TIME);
}

static int print_out_of_time(const struct job *job) {
    const char *why = unknown_reason(job, NULL);
    watch_end();
    if (job->settings->json)
        litmus_print_json_unknown(job->path, why, job->first);
    else
        printf("%s: unknown: %s\n", shown(job), why);
    return job->settings->allowed & NOT_DECIDED ? 0 : STATUS_UNKNOWN;
}

/* Runs the work on an input, which may end by a jump. */
static int run_guarded(struct job *job, const char *text, size_t length) {
    switch (setjmp(job->landing)) {
    case 0:
        return run_text(job, text, length);
    case OUT_OF_TIME:
        return print_out_of_time(job);
    default:
        COMPLAIN(job, "out of memory%s", way_on(job));
        return SMMRA_OUT_OF_MEMORY;
    }
}

static int run_file(const struct settings *settings, const char *path, bool *first) {
    struct job job = {.settings = settings, .path = path, .first = first, .watch = {.ask = end_in_time, .user = &job}};
    size_t length;
    int status;
    uint32_t before = message_count;
    watch_begin(settings->timeout);
    char *text = file_read(path, &length,
                           is_spirv(path)              ? fault_of_spirv
                           : path_ends_in(path, ".ll") ? fault_of_ir
                                                       : fault_of_program,
                           &status, stderr);
    if (!text)
        return status;
    arena_init(&job.arena, NULL, LARGEST_MEMORY, exhausted, &job);
    job.arena.watch = &job.watch;
    status = run_guarded(&job, text, length);
    if (message_is_data() && message_count == before && (status == 1 || status == STATUS_UNKNOWN))
        message_verdict(path, status == 1);
    arena_destroy(&job.arena);
    free(text);
    return status;
}

/* The LLVM that compiles for the machine; false: the profile is of none. */
static bool choose_compiler(struct settings *s) {
    struct compiler *compiler = &s->machine.compiler;
    return s->profile == PROFILE_NOT_GIVEN || compiler_for(compiler, (smmra_profile)s->profile);
}

/* What is wrong with the options together; NULL: nothing. An option that would do nothing is no answer. */
static const char *misfit_of(struct settings *s) {
    bool on_machine = s->machine.machine != MACHINE_PROCESSOR_COUNT;
    bool asks = !s->translate && !s->suggest && !on_machine;
    if (!asks && (s->first || s->reduce))
        return "--first and --reduce are not for --translate, --suggest and --machine: leave one out";
    if (s->suggest && on_machine)
        return "--suggest is not for --machine: leave one out";
    if (s->json && message_is_data())
        return "--json and --diagnostics both write on standard output: leave one out";
    if (s->dot && strcmp(s->dot, "-") == 0 && (s->json || message_is_data()))
        return "--dot=- writes on standard output, as --json and --diagnostics do: name a file";
    if (s->machine.radv && !on_machine)
        return "--radv needs --machine=gfx1030 or gfx1100, the processor that the driver compiles for";
    if (s->machine.each && !on_machine)
        return "--without-each needs --machine=NAME, the processor whose code it is tried on";
    if (!choose_compiler(s) && on_machine)
        return "--machine needs --llvm=23 or 22, which compiles the module";
    if (s->through && !s->translate)
        return "--through needs --translate: it judges what the command makes of the translation";
    if (s->show_ir && !s->translate && !on_machine)
        return "--show-ir needs --translate or --machine: it prints the translation that they judge";
    return NULL;
}

int command_litmus(int argc, char **argv) {
    static struct settings settings;
    settings = (struct settings){.module.most_elements = MAX_LENGTH,
                                 .module.glsl450 = MODULE_GLSL450_BOTH,
                                 .profile = PROFILE_NOT_GIVEN,
                                 .unroll = explore_defaults().unroll,
                                 .machine = {.mcpu = MACHINE_PROCESSOR_COUNT, .machine = MACHINE_PROCESSOR_COUNT}};
    static const char *const endings[] = {".spv", ".spvasm", ".litmus", ".test", NULL};
    int inputs = read_settings(&settings, argc, argv), status = 0;
    inputs = inputs < 0 ? inputs : inputs_of_folders(inputs, &argv, endings);
    if (inputs < 0 || (inputs == 0 && !settings.help)) {
        if (inputs == 0)
            MESSAGE_USAGE("no input; name a litmus program, see spirv-mmra help litmus");
        return 2;
    }
    if (settings.help)
        return 0;
    const char *misfit = misfit_of(&settings);
    if (misfit) {
        MESSAGE_USAGE("%s", misfit);
        return 2;
    }
    bool first = true;
    message_findings_are_output();
    /* Nobody has said how GLSL450 is read: what shall be changed is judged by the specification. */
    if (settings.module.glsl450 == MODULE_GLSL450_BOTH)
        settings.module.glsl450 =
            settings.suggest || settings.reduce ? SMMRA_GLSL450_STRICT : SMMRA_GLSL450_CONSERVATIVE;
    if (settings.suggest || settings.reduce)
        settings.module.options.flags = SMMRA_LITMUS_FLAG_TWO_GROUPS;
    settings.machine.outcomes = settings.outcomes;
    settings.machine.explain = settings.explain;
    settings.machine.show = settings.show_ir && !settings.json;
    settings.machine.json = settings.json;
    settings.machine.first = &first;
    settings.machine.unknown_allowed = settings.allowed >> SMMRA_LITMUS_FAULT_NOT_DECIDED & 1;
    for (int i = 0; i < inputs; i++) {
        int one = run_file(&settings, argv[i], &first);
        status = one > status ? one : status;
    }
    if (settings.json)
        json_end(first);
    return status;
}
