/* spirv-mmra litmus: runs litmus programs under a memory model, and validates translations of them, by the library's
 * smmra_litmus. Suggestions and machine code are not part of the library: for them the program is read here. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_process.h"
#include "translator/command/command_race_mend.h"
#include "translator/command/command_recording.h"
#include "translator/command/command_source.h"
#include "translator/command/command_verdict.h"
#include "translator/internal_flags.h"
#include "translator/report/source_change.h"
#include "translator/suggest/litmus_suggest.h"

enum { MAX_FAULTS = 32 };

enum {
    RACES = 1 << SMMRA_LITMUS_FAULT_RACE | 1 << SMMRA_LITMUS_FAULT_UNDEFINED_READ,
    UNDEFINED_FAULTS = 1 << SMMRA_LITMUS_FAULT_UNDEFINED_READ | 1 << SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS |
                       1 << SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER | 1 << SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR,
    NOT_DECIDED = 1 << SMMRA_LITMUS_FAULT_NOT_DECIDED
};

struct job {
    struct work work;
    bool fell_back;   /* to one workgroup */
    bool is_smallest; /* what is asked is asked of the smallest grid on which something is wrong */
    struct module_file file;
    struct recording recording;
    struct litmus_spirv *program; /* what suggestions are for, in the arena; NULL: none are asked for */
    struct suggestions found;
};

static const char *const profile_names[] = {"23", "22", "document", "24", "draft", "21", "19", NULL};

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

static bool allow_findings(void *target, const char *text) {
    for (uint32_t i = 0; i < MAX_FAULTS; i++)
        fault_names[i] = smmra_litmus_fault_name((smmra_litmus_fault)i);
    return read_names(fault_names, target, text);
}

static bool set_machine_options(void *target, const char *text) {
    return read_names(machine_option_names, target, text);
}

static const char *const shader_calls_names[] = {"device", "lane", NULL};

static const struct option option_table[] = {
    {"--llvm", "PROFILE",
     "23 (default), 22, document, 24, draft (proposals): the model's revision, and the spelling with --translate; with "
     "--machine 23 or 22, which also compiles (default: the newest that is installed)",
     OPTION_CHOICE, &litmus_settings.profile, 0, profile_names},
    {"--translate", NULL, "translate a .test, .litmus or SPIR-V program, and say whether that is sound and tight",
     OPTION_FLAG_BIT, &litmus_settings.module.options.flags, SMMRA_LITMUS_FLAG_TRANSLATE},
    {"--through", "COMMAND",
     "with --translate: judge what this command, as opt-22 -O2 -S, makes of the IR; its words are parted by blanks",
     OPTION_TEXT, &litmus_settings.through},
    {"--against", "FILE",
     "SPIR-V or IR: does FILE, made of it by a front end or an optimizer, allow only what the input allows?",
     OPTION_TEXT, &litmus_settings.against},
    {"--show-ir", NULL, "with --translate: print the IR", OPTION_FLAG_BIT, &litmus_settings.module.options.flags,
     SMMRA_LITMUS_FLAG_KEEP_IR},
    {"--suggest", NULL, "SPIR-V: annotations that could be dropped, or the fewest more that repair a data race",
     OPTION_FLAG, &litmus_settings.suggest},
    {"--allow", "NAME,...",
     "what a program may have and pass: race, undefined-read, out-of-bounds, divergent-barrier, "
     "undefined-behaviour, deadlock, endless-loop, unknown, abort",
     OPTION_CALL, &litmus_settings.allowed, 0, fault_names, allow_findings},
    {"--outcomes", NULL, "print every outcome", OPTION_FLAG_BIT, &litmus_settings.module.options.flags,
     SMMRA_LITMUS_FLAG_OUTCOMES},
    {"--explain", NULL, "print an execution that shows what was found", OPTION_FLAG, &litmus_settings.explain},
    {"--dot", "FILE", "write that execution, or an example if nothing is wrong, as a graph; '-' is standard output",
     OPTION_TEXT, &litmus_settings.dot},
    {"--unroll", "N", "how often loops that do something go round (default 4)", OPTION_NUMBER,
     &litmus_settings.module.options.unroll},
    {"--first", NULL, "end at the first thing that is wrong", OPTION_FLAG_BIT, &litmus_settings.module.options.flags,
     SMMRA_LITMUS_FLAG_FIRST},
    {"--timeout", "SECONDS", "stop then, and say what is known (default: never)", OPTION_NUMBER,
     &litmus_settings.timeout},
    {"--reduce", NULL, "SPIR-V: the smallest grid, up to the one that is given, on which something is wrong",
     OPTION_FLAG, &litmus_settings.reduce},
    {"--no-chains", NULL, "Vulkan: a device without availability and visibility chains", OPTION_FLAG_BIT,
     &litmus_settings.module.options.flags, SMMRA_LITMUS_FLAG_NO_CHAINS},
    {"--fr-needs-locord", NULL, "Vulkan: a read is before later writes only if its own is ordered before it",
     OPTION_FLAG_BIT, &litmus_settings.module.options.flags, SMMRA_LITMUS_FLAG_FR_NEEDS_LOCORD},
    {"--shader-calls", "WHERE",
     "with --translate: where the calls of a ray go on: device (default), or lane: that of the caller", OPTION_CHOICE,
     &litmus_settings.shader_calls, 0, shader_calls_names},
    {"--po-rf-acyclic", NULL, "no load buffering, as RC11 has it", OPTION_FLAG_BIT,
     &litmus_settings.module.options.flags, SMMRA_LITMUS_FLAG_PO_RF_ACYCLIC},
    MODULE_OPTIONS(&litmus_settings.module, option_small_grid),
    {"--mcpu", "NAME", "assembly (.s): the processor, one of" MACHINE_PROCESSOR_WORDS, OPTION_CHOICE,
     &litmus_settings.mcpu, 0, machine_processor_names},
    {"--machine", "NAME", "compile the translation for this processor, run the machine code: only what Vulkan allows?",
     OPTION_CHOICE, &litmus_settings.machine, 0, machine_processor_names},
    {"--coherence", "HOW", "with --machine: auto (default), fence or access, as translate takes it", OPTION_CHOICE,
     &litmus_settings.coherence, 0, module_coherence_names},
    {"--descriptors-by-value", NULL, "with --machine, of a module: as translate takes it", OPTION_FLAG,
     &litmus_settings.by_value},
    {"--machine-option", "NAME,...",
     "v-out-of-order, ack-at-scope, own-lines, shared-lines, one-l2, two-l2s: see docs/reference/machine.md",
     OPTION_CALL, &litmus_settings.options, 0, machine_option_names, set_machine_options},
    {"--states", "N", "machine code: states that are searched, at most (default 1000000)", OPTION_NUMBER,
     &litmus_settings.states},
    COMPILER_OPTIONS(&litmus_settings.compiler, "with --machine: "),
    {"--letter", NULL, "AMDGPU: the letter of the document, without choice A5", OPTION_FLAG_BIT,
     &litmus_settings.module.options.flags, SMMRA_LITMUS_FLAG_LETTER},
    JSON_OPTION("the answers as JSON"),
};

/* Standard input is a module, as for the other commands. */
bool litmus_is_spirv(const char *path) {
    return input_ends_in(path, ".spv") || input_ends_in(path, ".spvasm") || recording_is(path) ||
           (!input_kind() && strcmp(path, "-") == 0) || source_is(path, "", 0);
}

static const char *shown(const struct job *job) {
    return printable(job->work.path, 512);
}

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct job *job = user;
    if (watch_goes_on(NULL)) /* else ask() says that the time is over */
        message_diagnostic(job->work.path, diagnostic);
}

/* Returns what can be done if a shader is too much to explore: a limit alone would be a dead end. */
static const char *way_on(const struct job *job) {
    return !litmus_is_spirv(job->work.path) ? ""
           : litmus_settings.suggest || litmus_settings.reduce
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
    print_count(s->aborted, "abort", "aborts");
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
    if (!litmus_settings.dot || !graph)
        return 0;
    return file_write(litmus_settings.dot, job->work.path, graph, strlen(graph)) ? 0 : 2;
}

static void print_witness(const char *what, const char *witness) {
    if (litmus_settings.explain && witness)
        printf("  %s:\n%s", what, witness);
}

static const char *witness_name(smmra_litmus_fault fault) {
    return fault == SMMRA_LITMUS_FAULT_RACE             ? "the race"
           : fault == SMMRA_LITMUS_FAULT_UNDEFINED_READ ? "undef"
                                                        : smmra_litmus_fault_name(fault);
}

static void print_witnesses(const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    print_witness("the condition is decided by", smmra_litmus_answer_summary(answer)->witness);
    for (size_t i = 0; i < count; i++)
        print_witness(witness_name(findings[i]->fault), findings[i]->witness);
}

static void print_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    const char *const *texts = smmra_litmus_answer_outcome_texts(answer);
    for (size_t k = 0; k < count; k++) {
        printf("  ");
        for (size_t i = 0; i < width; i++)
            printf("%s%s = %s", i ? ", " : "", printable(names[i], 256), texts[k * width + i]);
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
        summary->faults & (1u << SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS | 1u << SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER |
                           1u << SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR);
    bool is_free = summary->race == SMMRA_LITMUS_VERDICT_NO;
    printf(" %s%s\n", race[summary->race], is_free && is_undefined ? " before undefined behaviour" : "");
}

/* A race of equal addresses is one however far the search goes. */
static const char *unknown_of(const struct job *job, const smmra_litmus_finding *finding) {
    return verdict_is_of_equal(finding) ? finding->message : unknown_reason(job, finding->message);
}

/* Findings besides races, which the first line has. */
static void print_findings(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++)
        if (findings[i]->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED)
            printf("%s: unknown: %s\n", shown(job), unknown_of(job, findings[i]));
        else if (findings[i]->fault != SMMRA_LITMUS_FAULT_RACE)
            printf("%s: %s\n", shown(job), findings[i]->message);
}

/* Prints findings in the words of the source. A read that may see several writes is a race too: one of both is enough.
 */
static void print_places(const struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    const smmra_litmus_finding *race = find(answer, SMMRA_LITMUS_FAULT_RACE);
    for (size_t i = 0; i < count; i++)
        if ((findings[i]->fault != SMMRA_LITMUS_FAULT_UNDEFINED_READ || !race || !race->place_count) &&
            (findings[i]->place_count || message_is_data())) {
            smmra_litmus_finding finding = *findings[i];
            if (finding.fault == SMMRA_LITMUS_FAULT_NOT_DECIDED)
                finding.message = unknown_of(job, findings[i]);
            message_litmus_finding(stdout, job->work.path, &finding);
        }
}

/* AMDGPU's model knows a race as a read of undef: who allows the one allows the other. */
static uint32_t allowed_faults(const smmra_litmus_summary *summary) {
    uint32_t allowed = litmus_settings.allowed;
    return summary->race_is_undefined_read && allowed & RACES ? allowed | RACES : allowed;
}

/* A race that was found is one whatever was taken for granted. */
static void print_assumption(const struct job *job, const smmra_litmus_summary *summary) {
    if (summary->race != SMMRA_LITMUS_VERDICT_YES)
        verdict_print_assumption(job->work.path, summary->assumption);
}

static void print_scope(const struct job *job, const smmra_litmus_summary *summary) {
    struct verdict_scope scope = verdict_scope_of(job->work.path, summary);
    scope.fell_back = job->fell_back;
    verdict_print_reading(&scope);
    verdict_print_never_ran(&scope);
    verdict_put_messages(&scope);
    verdict_print_groups(&scope);
}

static void print_text(const struct job *job, const smmra_litmus_answer *answer) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    print_verdicts(job, summary);
    const smmra_litmus_finding *race = find(answer, SMMRA_LITMUS_FAULT_RACE);
    if (race && strcmp(race->message, "data race") != 0)
        printf("  %s\n", race->message);
    if (summary->condition != SMMRA_LITMUS_VERDICT_NOT_ASKED && summary->estimate)
        printf("  a device may compute another number: %s\n", summary->estimate);
    print_assumption(job, summary);
    print_findings(job, answer);
    print_places(job, answer);
    print_scope(job, summary);
    print_grid(summary);
    print_statistics(summary->statistics);
    print_outcomes(answer);
    print_witnesses(answer);
}

static int print_answer(const struct job *job, const smmra_litmus_answer *answer) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    uint32_t faults = summary->faults & ~allowed_faults(summary);
    bool is_right = !faults && summary->condition != SMMRA_LITMUS_VERDICT_NO;
    if (command_json)
        litmus_print_json(job->work.path, answer, job->is_smallest);
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
    if (command_json)
        litmus_print_json(job->work.path, answer, false);
    else if (!message_quiet)
        printf("%s: %zu verdict%s, %zu left out\n", shown(job), count, plural(count), left_out);
    for (size_t i = 0; i < count; i++) {
        bool met = expectations[i]->met == SMMRA_LITMUS_VERDICT_YES, agrees = met == expectations[i]->satisfiable;
        if (expectations[i]->met == SMMRA_LITMUS_VERDICT_UNKNOWN) {
            if (!command_json)
                printf("  line %u: unknown: too many executions\n", expectations[i]->line);
            status = status ? status : litmus_unknown();
            continue;
        }
        if (!command_json && !(message_quiet && agrees))
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
        printf("%s\n",
               summary->judgement == SMMRA_LITMUS_JUDGEMENT_STOPPED ? unknown_reason(job, summary->why) : summary->why);
    print_assumption(job, summary);
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
    if (command_json)
        litmus_print_json(job->work.path, answer, false);
    else
        print_judgement_text(job, summary);
    if (summary->judgement == SMMRA_LITMUS_JUDGEMENT_STOPPED ||
        summary->judgement == SMMRA_LITMUS_JUDGEMENT_NOTHING_COMPARED)
        return litmus_unknown();
    if (summary->judgement == SMMRA_LITMUS_JUDGEMENT_REFUSED)
        return SMMRA_UNSUPPORTED;
    return summary->judgement == SMMRA_LITMUS_JUDGEMENT_UNSOUND || litmus_status_of(summary->faults);
}

/* The text lives until the next one. */
static const char *run_through(void *user, const char *ir, const char **error) {
    struct job *job = user;
    struct process_result result;
    process_run(litmus_settings.through, NULL, ir, strlen(ir), &job->work.arena, &result);
    *error = result.error;
    return result.error ? NULL : result.output;
}

/* ---- one question ---- */

static smmra_litmus_options options_of(struct job *job) {
    smmra_litmus_options given = module_options_of(&litmus_settings.module);
    given.flags |= (litmus_settings.dot ? SMMRA_LITMUS_FLAG_GRAPHS : 0) |
                   (litmus_settings.shader_calls ? SMMRA_LITMUS_FLAG_SHADER_CALLS_IN_LANE : 0);
    given.profile =
        litmus_settings.profile == LITMUS_PROFILE_NOT_GIVEN ? (smmra_profile)0 : (smmra_profile)litmus_settings.profile;
    given.memory_limit = LITMUS_LARGEST_MEMORY;
    given.diagnose = print_message;
    given.diagnose_user = job;
    given.progress = watch_progress;
    given.cancel = watch_is_over;
    if (litmus_settings.through) {
        given.transform = run_through;
        given.transform_user = job;
    }
    return given;
}

/* After the library's message. */
static void print_way_on(const struct job *job) {
    const char *way = way_on(job);
    if (*way)
        message_print(&(struct message_place){.path = job->work.path}, SMMRA_SEVERITY_NOTE, "%s", way + strlen("; "));
}

static int ask(struct job *job, const void *program, size_t length, const smmra_litmus_options *options) {
    smmra_litmus_answer *answer;
    smmra_result result = verdict_ask(program, length, options, &answer, &job->fell_back);
    watch_end();
    if (result != SMMRA_SUCCESS && watch_is_over(NULL))
        longjmp(job->work.landing, WORK_OUT_OF_TIME);
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
    return source_line(&(struct message_place){.path = job->work.path, .source = source}, line, size);
}

/* Why nothing is suggested is allowed by any of these names. */
static uint32_t faults_of(const struct suggestions *found) {
    return found->race                                  ? 1u << SMMRA_LITMUS_FAULT_RACE
           : litmus_settings.allowed & UNDEFINED_FAULTS ? 0
           : found->is_undefined                        ? UNDEFINED_FAULTS
                                                        : 0;
}

/* Mends of a source have one author: what `race` finds with the same options, and has judged. */
static const char *find_mend(struct job *job) {
    const struct suggestions *found = &job->found;
    const uint32_t seconds = litmus_settings.timeout ? 1 + litmus_settings.timeout / 4 : 0;
    if (message_quiet || !(found->race || found->is_undefined || found->unknown) || !watch_goes_on(NULL))
        return NULL;
    return race_mend_of(job->work.path, &litmus_settings.module, seconds, &job->work.arena);
}

static int print_suggestions(struct job *job) {
    const struct module_file *file = &job->file;
    const struct litmus_spirv *program = job->program;
    const struct suggestions *found = &job->found;
    const struct litmus_grid *run_as = &program->grid;
    const struct verdict_scope scope = {.path = job->work.path, .reading = litmus_spirv_reading(program)};
    const struct source_change *changes =
        source_changes(&job->work.arena, file->words, file->count, read_line, job, found);
    if (found->refused) {
        MESSAGE_ERROR(job->work.path, "not supported: %s", found->refused);
        return 4;
    }
    const char *mend = find_mend(job);
    if (command_json)
        litmus_print_json_suggestions(job->work.path, scope.reading, program->litmus.assumption, run_as, found, changes,
                                      mend);
    else if (found->nothing)
        printf("%s: nothing is suggested: %s\n", shown(job),
               found->unknown ? unknown_reason(job, found->nothing) : found->nothing);
    else
        litmus_print_suggestions(&job->work, run_as, found, changes, unknown_reason(job, "the bound on tries was met"));
    if (!command_json)
        litmus_print_mend(mend, changes, found);
    if (!command_json && !found->race)
        verdict_print_assumption(job->work.path, program->litmus.assumption);
    if (!command_json)
        verdict_print_reading(&scope);
    return found->unknown ? litmus_unknown() : litmus_status_of(faults_of(found));
}

bool litmus_explores_on(void *user, const struct explore_statistics *statistics) {
    (void)statistics;
    return watch_goes_on(user);
}

/* Nobody chose the two, of which perhaps no more than one is ever dispatched. */
static bool is_race_of_two_groups(const struct litmus_spirv *program, const struct suggestions *found) {
    return program->groups_by_default && program->grid.groups[0] == 2 && found->race && !found->count;
}

static void read_module(struct job *job, const smmra_litmus_options *options, struct litmus_spirv *program) {
    const struct module_file *file = &job->file;
    struct litmus_source *source = arena_allocate_array(&job->work.arena, 1, sizeof *source);
    if (file->assembly)
        litmus_source_read(source, &job->work.arena, file->assembly, file->assembly_length);
    litmus_read_spirv(program, &job->work.arena, file->words, file->count, file->assembly ? source : NULL, options);
    if (program->turns)
        litmus_assume(&program->litmus, &job->work.arena, litmus_one_way(false));
}

/* Suggestions that are found before the time is over count (end_work). */
static int suggest(struct job *job, struct litmus_spirv *program) {
    struct explore_options limits = litmus_limits();
    limits.goes_on = litmus_explores_on;
    job->program = program;
    litmus_suggest(program, &limits, &job->work.arena, &job->found);
    if (is_race_of_two_groups(program, &job->found) && watch_goes_on(NULL)) {
        smmra_litmus_options one = module_options_of(&litmus_settings.module);
        one.flags = INTERNAL_FLAG_COMMAND;
        if (!command_json)
            printf("%s: no annotation repairs a data race between two workgroups; one workgroup alone:\n", shown(job));
        job->found = (struct suggestions){0};
        read_module(job, &one, program);
        litmus_suggest(program, &limits, &job->work.arena, &job->found);
    }
    return print_suggestions(job);
}

/* ---- the smallest grid ---- */

static int print_no_grid(const struct job *job, const struct litmus_spirv *program) {
    const struct verdict_scope scope = {.path = job->work.path, .reading = litmus_spirv_reading(program)};
    const char *unknown = watch_goes_on(NULL) ? NULL : unknown_reason(job, NULL);
    if (command_json)
        litmus_print_json_no_grid(job->work.path, scope.reading, &program->grid, unknown);
    else if (unknown)
        printf("%s: unknown: nothing is wrong on the grids that were tried; %s\n", shown(job), unknown);
    else
        printf("%s: nothing is wrong on any grid up to %s\n", shown(job), name_grid(&program->grid));
    if (!command_json)
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
    if (!command_json)
        printf("%s: something is wrong for %s, and on no smaller grid:\n", shown(job), name_grid(&grid));
    return ask(job, words, length, options);
}

/* The library does not do this. */
static int run_here(struct job *job, smmra_litmus_options *given) {
    struct litmus_spirv *program = arena_allocate_array(&job->work.arena, 1, sizeof *program);
    read_module(job, given, program);
    if (program->litmus.error)
        return module_refuse(job->work.path, &program->litmus);
    if (litmus_settings.suggest)
        return suggest(job, program);
    if (litmus_settings.reduce)
        return reduce(job, job->file.words, job->file.count * sizeof *job->file.words, given, program);
    struct module_translation translation = {.program = program,
                                             .options = {.specializations = given->specializations,
                                                         .specialization_count = given->specialization_count,
                                                         .glsl450 = given->glsl450}};
    return litmus_machine_validate(&job->work, &translation);
}

/* The model checker runs a small grid of a recorded dispatch, on its data. */
static int read_recording(struct job *job, struct module_constants *constants) {
    int status = recording_read(&job->recording, &job->work, false);
    recording_add_constants(&job->recording, constants);
    return status;
}

static int run_spirv(struct job *job) {
    const struct module_options *m = &litmus_settings.module;
    smmra_litmus_options given = options_of(job);
    struct module_constants constants = m->constants;
    struct module_file *file = &job->file;
    bool recorded = recording_is(job->work.path);
    int status = recorded ? read_recording(job, &constants) : 0;
    if (!status)
        status = module_read(file, &job->work, &constants, m->no_validate);
    if (status)
        return status;
    given.specializations = constants.given;
    given.specialization_count = constants.count;
    if (recorded)
        recording_apply(&job->recording, &job->work, &given);
    given.assembly = file->assembly;
    given.assembly_length = file->assembly_length;
    if (litmus_settings.suggest || litmus_settings.reduce || litmus_settings.machine != MACHINE_PROCESSOR_COUNT)
        return run_here(job, &given);
    return ask(job, file->words, file->count * sizeof *file->words, &given);
}

static int run_work(struct work *work) {
    struct job *job = (struct job *)work;
    bool is_ir = input_ends_in(work->path, ".ll"), is_code = input_ends_in(work->path, ".s");
    if (litmus_settings.mcpu != MACHINE_PROCESSOR_COUNT && !is_code) {
        MESSAGE_ERROR(work->path,
                      "is no assembly (.s), for which --mcpu is; --machine=%s compiles it and runs the machine code",
                      machine_processor_names[litmus_settings.mcpu]);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (litmus_is_spirv(work->path))
        return run_spirv(job);
    if (is_code)
        return litmus_machine_run(work);
    if (litmus_settings.machine != MACHINE_PROCESSOR_COUNT && !is_ir)
        return litmus_machine_threads(work);
    smmra_litmus_options given = options_of(job);
    given.language = is_ir                                ? SMMRA_LITMUS_LANGUAGE_IR
                     : input_ends_in(work->path, ".test") ? SMMRA_LITMUS_LANGUAGE_KHRONOS
                                                          : SMMRA_LITMUS_LANGUAGE_VULKAN;
    return ask(job, work->bytes, work->length, &given);
}

static int end_work(struct work *work, enum work_end why) {
    struct job *job = (struct job *)work;
    if (why != WORK_OUT_OF_TIME) {
        MESSAGE_ERROR(work->path, "out of memory%s", way_on(job));
        return SMMRA_OUT_OF_MEMORY;
    }
    watch_end();
    if (job->program && job->found.is_race_known) {
        job->work.arena.watch = NULL; /* what is left takes no time */
        job->found.complete = false;
        return print_suggestions(job);
    }
    const char *reason = unknown_reason(job, NULL);
    if (command_json)
        litmus_print_json_unknown(work->path, reason);
    else
        printf("%s: unknown: %s\n", shown(job), reason);
    return litmus_unknown();
}

const char *litmus_fault_of_file(const char *path, const char *start, size_t length) {
    if (recording_is(path))
        return fault_of_recording(start, length);
    return (litmus_is_spirv(path)        ? fault_of_spirv
            : input_ends_in(path, ".ll") ? fault_of_ir
            : input_ends_in(path, ".s")  ? fault_of_code
                                         : fault_of_program)(path, start, length);
}

static int run_file(const char *path) {
    struct job job = {0};
    if (litmus_settings.against)
        return litmus_against(path);
    uint32_t before = message_count;
    int status = work_on(
        &job.work, path,
        &(struct work_rules){litmus_fault_of_file, LITMUS_LARGEST_MEMORY, litmus_settings.timeout, run_work, end_work});
    if (message_is_data() && message_count == before && (status == 1 || status == STATUS_UNKNOWN))
        message_verdict(path, status == 1);
    return status;
}

/* ---- what is asked ---- */

/* The LLVM that compiles for the machine; false: the profile is of none. */
static bool choose_compiler(void) {
    return litmus_settings.profile == LITMUS_PROFILE_NOT_GIVEN ||
           compiler_for(&litmus_settings.compiler, (smmra_profile)litmus_settings.profile);
}

/* An option that would do nothing is no answer. */
static const char *misfit(int inputs) {
    bool on_machine = litmus_settings.machine != MACHINE_PROCESSOR_COUNT;
    bool translates = litmus_has(SMMRA_LITMUS_FLAG_TRANSLATE);
    bool asks = !translates && !litmus_settings.suggest && !on_machine && !litmus_settings.against;
    if (!inputs)
        return "no input; name a litmus program";
    if (!asks && (litmus_has(SMMRA_LITMUS_FLAG_FIRST) || litmus_settings.reduce))
        return "--first and --reduce are not for --translate, --suggest, --machine and --against: leave one out";
    if (litmus_settings.against && (translates || litmus_settings.suggest || on_machine || litmus_settings.dot ||
                                    litmus_has(SMMRA_LITMUS_FLAG_OUTCOMES)))
        return "--against is not for --translate, --suggest, --machine, --dot and --outcomes: leave one out";
    if (litmus_settings.suggest && on_machine)
        return "--suggest is not for --machine: leave one out";
    if (litmus_settings.dot && strcmp(litmus_settings.dot, "-") == 0 && (command_json || message_is_data()))
        return "--dot=- writes on standard output, as --json and --diagnostics do: name a file";
    if (!choose_compiler() && on_machine)
        return "--machine needs --llvm=23 or 22, which compiles the module";
    if (litmus_settings.through && !translates)
        return "--through needs --translate: it judges what the command makes of the translation";
    if (litmus_has(SMMRA_LITMUS_FLAG_KEEP_IR) && !translates && !on_machine)
        return "--show-ir needs --translate or --machine: it prints the translation that they judge";
    return NULL;
}

static int run(int count, char **inputs) {
    bool changes = litmus_settings.suggest || litmus_settings.reduce || litmus_settings.against;
    /* Nobody has said how GLSL450 is read: what shall be changed is judged by the specification. */
    if (litmus_settings.module.glsl450 == MODULE_GLSL450_BOTH)
        litmus_settings.module.glsl450 = changes ? SMMRA_GLSL450_STRICT : SMMRA_GLSL450_CONSERVATIVE;
    if (changes)
        litmus_settings.module.options.flags |= SMMRA_LITMUS_FLAG_TWO_GROUPS;
    return inputs_each(count, inputs, run_file);
}

static const char *const endings[] = {".spv", ".spvasm", ".litmus", ".test", RECORDING_MANIFEST, NULL};

const struct subcommand command_litmus = {
    .name = "litmus",
    .arguments = "FILE ... [options]",
    .what = "litmus tests, shaders and IR, executed under a memory model",
    .help = "Runs litmus programs: Khronos's .test and Vulkan .litmus files and SPIR-V compute modules (.spv, "
            ".spvasm)\n"
            "under Vulkan's memory model, LLVM IR (.ll, with comments that name threads and condition) under "
            "AMDGPU's,\n"
            "assembly (.s, with comments that name waves and condition) on a model of AMD's processors. A folder with\n"
            "a dispatch.txt is a recorded dispatch, whose data a small grid reads.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
