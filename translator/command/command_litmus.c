/* spirv-mmra litmus: runs litmus programs under a memory model, and validates translations of them. The
 * checker is not part of the library, so this subcommand takes it from mmra/litmus/litmus.h. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_process.h"
#include "translator/litmus/litmus_suggest.h"

enum { LARGEST_MEMORY = 1 << 30, MAX_SPECIALIZATIONS = 256, MAX_INPUTS = 256, MAX_LENGTH = 65536 };

/* What may be found in a program besides a condition that fails. */
enum finding {
    FINDING_RACE,
    FINDING_UNDEFINED_READ,
    FINDING_OUT_OF_BOUNDS,
    FINDING_DIVERGENT_BARRIER,
    FINDING_UNDEFINED_BEHAVIOUR,
    FINDING_DEADLOCK,
    FINDING_ENDLESS_LOOP,
    FINDING_UNKNOWN
};
static const char *const finding_names[] = {"race",
                                            "undefined-read",
                                            "out-of-bounds",
                                            "divergent-barrier",
                                            "undefined-behaviour",
                                            "deadlock",
                                            "endless-loop",
                                            "unknown",
                                            NULL};

struct settings {
    const char *dot, *through;
    uint32_t profile, unroll, timeout;
    uint32_t allowed; /* findings, as bits, that do not change the exit status */
    bool translate, outcomes, explain, show_ir, no_chains, fr_needs_locord, po_rf, letter, no_validate, suggest, first,
        reduce, help;
    /* of SPIR-V modules */
    struct litmus_spirv_options spirv;
    struct spirv_specialization specializations[MAX_SPECIALIZATIONS];
    const char *inputs[MAX_INPUTS];
    struct litmus_size sizes[MAX_INPUTS];
    char size_names[MAX_INPUTS][LITMUS_MOST_NAME];
    uint32_t glsl450;
    struct machine_settings machine;
};

struct job {
    const struct settings *settings;
    const char *path;
    struct arena arena;
    jmp_buf exhausted;
    struct litmus_watch watch;
};

static const char *const profile_names[] = {"document", "22", "23", "24", NULL};
static const char *const glsl450_names[] = {"conservative", "strict", NULL};

/* X, X,Y or X,Y,Z */
static bool read_size(void *target, const char *text) {
    uint32_t size[3] = {1, 1, 1};
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number == 0 || number > 1024)
            return false;
        size[i] = (uint32_t)number;
        text = end + 1;
        if (!*end) {
            memcpy(target, size, sizeof size);
            return true;
        }
        if (*end != ',')
            return false;
    }
    return false;
}

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

static bool allow_findings(void *target, const char *text) {
    return read_names(finding_names, target, text);
}

static bool set_machine_options(void *target, const char *text) {
    return read_names(machine_option_names, target, text);
}

static bool add_specialization(void *target, const char *text) {
    struct settings *s = target;
    smmra_specialization given;
    if (s->spirv.specialization_count == MAX_SPECIALIZATIONS || !option_specialization(text, &given))
        return false;
    s->specializations[s->spirv.specialization_count++] = (struct spirv_specialization){given.spec_id, given.bits};
    return true;
}

/* NAME=VALUE, which the module's reader reads */
static bool add_input(void *target, const char *text) {
    struct settings *s = target;
    if (s->spirv.input_count == MAX_INPUTS || !strchr(text, '='))
        return false;
    s->inputs[s->spirv.input_count++] = text;
    return true;
}

/* NAME=N */
static bool add_size(void *target, const char *text) {
    struct settings *s = target;
    size_t length = strcspn(text, "=");
    char *end;
    if (s->spirv.size_count == MAX_INPUTS || !text[length] || length == 0 || length >= LITMUS_MOST_NAME)
        return false;
    unsigned long number = strtoul(text + length + 1, &end, 10);
    if (end == text + length + 1 || *end || number == 0 || number > MAX_LENGTH)
        return false;
    char *name = s->size_names[s->spirv.size_count];
    memcpy(name, text, length);
    name[length] = '\0';
    s->sizes[s->spirv.size_count++] = (struct litmus_size){name, number};
    return true;
}

static const char *const coherence_names[] = {"fence", "access", "auto", NULL};

static int read_settings(struct settings *s, int argc, char **argv) {
    const struct option options[] = {
        {"--llvm", "PROFILE", "document (default), 22, 23, 24: the model's revision, and the spelling with --translate",
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
         OPTION_CALL, &s->allowed, 0, finding_names, allow_findings},
        {"--outcomes", NULL, "print every outcome", OPTION_FLAG, &s->outcomes},
        {"--explain", NULL, "print an execution that shows what was found", OPTION_FLAG, &s->explain},
        {"--dot", "FILE", "write that execution as a graph; '-' is standard output", OPTION_TEXT, &s->dot},
        {"--unroll", "N", "how often loops that do something go round (default 4)", OPTION_NUMBER, &s->unroll},
        {"--first", NULL, "end at the first thing that is wrong", OPTION_FLAG, &s->first},
        {"--timeout", "SECONDS",
         "stop then, and say what is known (default: never); not with --translate, --suggest and --machine",
         OPTION_NUMBER, &s->timeout},
        {"--reduce", NULL, "SPIR-V: the smallest grid, up to the one that is given, on which something is wrong",
         OPTION_FLAG, &s->reduce},
        {"--no-chains", NULL, "Vulkan: a device without availability and visibility chains", OPTION_FLAG,
         &s->no_chains},
        {"--fr-needs-locord", NULL, "Vulkan: a read is before later writes only if its own is ordered before it",
         OPTION_FLAG, &s->fr_needs_locord},
        {"--po-rf-acyclic", NULL, "no load buffering, as RC11 has it", OPTION_FLAG, &s->po_rf},
        {"--groups", "X[,Y[,Z]]", "SPIR-V: workgroups (default: @Config, else 1)", OPTION_CALL, s->spirv.grid.groups, 0,
         NULL, read_size},
        {"--local", "X[,Y[,Z]]", "SPIR-V: invocations of a workgroup (default: @Config, else the module's)",
         OPTION_CALL, s->spirv.grid.local, 0, NULL, read_size},
        {"--subgroup", "N", "SPIR-V: invocations of a subgroup (default: @Config, else 64)", OPTION_NUMBER,
         &s->spirv.grid.subgroup},
        {"--entry", "NAME", "SPIR-V: the entry point (default: the only one)", OPTION_TEXT, &s->spirv.entry},
        {"--spec", "ID=VALUE", "SPIR-V: value of a specialization constant", OPTION_CALL, s, 0, NULL,
         add_specialization},
        {"--input", "NAME=VALUE", "SPIR-V: what a variable holds at first, as @Input says it: a number or {a, b}",
         OPTION_CALL, s, 0, NULL, add_input},
        {"--size", "NAME=N",
         "SPIR-V: elements of a variable's runtime array, or texels of an image along each coordinate", OPTION_CALL, s,
         0, NULL, add_size},
        {"--glsl450", "MODE", "conservative (default) or strict reading of modules that declare GLSL450", OPTION_CHOICE,
         &s->glsl450, 0, glsl450_names},
        {"--mcpu", "NAME", "assembly (.s): the processor, gfx90a, gfx942, gfx1030, gfx1100 or gfx1201", OPTION_CHOICE,
         &s->machine.mcpu, 0, machine_processor_names},
        {"--machine", "NAME",
         "compile the translation for this processor, run the machine code: only what Vulkan allows?", OPTION_CHOICE,
         &s->machine.machine, 0, machine_processor_names},
        {"--coherence", "HOW", "with --machine: fence (default), access or auto, as translate takes it", OPTION_CHOICE,
         &s->machine.coherence, 0, coherence_names},
        {"--machine-option", "NAME,...",
         "v-out-of-order, ack-at-scope, own-lines, shared-lines, one-l2, two-l2s: see docs/machine.md", OPTION_CALL,
         &s->machine.options, 0, machine_option_names, set_machine_options},
        {"--states", "N", "machine code: states that are searched, at most (default 1000000)", OPTION_NUMBER,
         &s->machine.states},
        {"--opt", "COMMAND", "with --machine: optimizes IR (default: SMMRA_OPT, else opt-22 -O2 -S)", OPTION_TEXT,
         &s->machine.opt},
        {"--llc", "COMMAND", "with --machine: compiles it (default: SMMRA_LLC, else llc-22)", OPTION_TEXT,
         &s->machine.llc},
        {"--letter", NULL, "AMDGPU: the letter of the document, without choice A5", OPTION_FLAG, &s->letter},
        {"--no-validate", NULL, "SPIR-V: run it also if SPIRV-Tools finds it invalid", OPTION_FLAG, &s->no_validate},
        MESSAGE_COLOR_OPTION,
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
    longjmp(job->exhausted, 1);
}

static bool is_spirv(const char *path) {
    return path_ends_in(path, ".spv") || path_ends_in(path, ".spvasm");
}

static struct model_options model_options_of(const struct settings *s) {
    return (struct model_options){.chains = !s->no_chains,
                                  .fr_needs_locord = s->fr_needs_locord,
                                  .plain_rf_acyclic = s->po_rf,
                                  .letter_of_document = s->letter};
}

#define COMPLAIN(job, ...) message_print(stderr, &(struct message_place){.path = (job)->path}, SMMRA_ERROR, __VA_ARGS__)

static const char *shown(const struct job *job) {
    static char buffer[512];
    return printable(job->path, buffer, sizeof buffer);
}

/* ---- answers ---- */

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

static void print_count(uint64_t count, const char *one, const char *several) {
    if (count)
        printf(", %" PRIu64 " %s", count, count == 1 ? one : several);
}

static void print_statistics(const struct explore_statistics *s) {
    printf("  %" PRIu64 " execution%s", s->executions, plural(s->executions));
    print_count(s->deadlocked, "deadlock", "deadlocks");
    print_count(s->endless, "that goes round for ever", "that go round for ever");
    print_count(s->faulty, "of undefined behaviour", "of undefined behaviour");
    print_count(s->cut_off, "not completed", "not completed");
    print_count(s->mirrored, "beginning like another", "beginnings like others");
    printf(", %" PRIu64 " evaluation%s of the model\n", s->evaluations, plural(s->evaluations));
}

/* Whether the program is one that can be explored; if not, says why. */
static bool is_supported(const struct job *job, const struct explore_statistics *s) {
    if (s->refused)
        COMPLAIN(job, "not supported: %s", s->refused);
    return !s->refused;
}

static int draw(const struct job *job, const struct litmus_answer *answer) {
    const char *graph = answer->race_witness.graph        ? answer->race_witness.graph
                        : answer->undefined_witness.graph ? answer->undefined_witness.graph
                                                          : answer->condition_witness.graph;
    if (!job->settings->dot || !graph)
        return 0;
    return file_write(job->settings->dot, job->path, graph, strlen(graph), stderr) ? 0 : 2;
}

static void print_witness(const struct job *job, const char *what, const struct litmus_witness *witness) {
    if (job->settings->explain && witness->text)
        printf("  %s:\n%s", what, witness->text);
}

static void print_outcomes(const struct litmus *litmus, const struct litmus_answer *answer) {
    for (uint32_t k = 0; k < answer->found.count; k++) {
        printf("  ");
        for (uint32_t i = 0; i < litmus->observations.count; i++) {
            const struct observed *o = &litmus->observations.items[i];
            const struct outcome_value *value = &answer->found.rows[k][i];
            bool cell = o->thread == MODEL_NONE;
            const struct program_thread *thread = cell ? NULL : &litmus->program.threads[o->thread];
            char buffer[256];
            printf("%s%s%s%s = ", i ? ", " : "", cell ? "" : thread->name, cell ? "" : ":",
                   printable(cell ? litmus->program.cells[o->number].name : thread->registers[o->number].name, buffer,
                             sizeof buffer));
            if (!value->known || value->undefined)
                printf("%s", value->known ? "undef" : "none");
            else
                printf("%" PRIu64, value->value);
        }
        printf("\n");
    }
}

/* ---- verdicts: one line each ---- */

static void print_verdicts(const struct job *job, const struct litmus *litmus, const struct litmus_answer *answer) {
    static const char *const condition[] = {"does not hold", "holds", "is unknown"};
    static const char *const race[] = {"no data race", "data race", "data race unknown"};
    printf("%s:", shown(job));
    if (litmus->condition)
        printf(" the condition %s;", condition[answer->condition_verdict]);
    printf(" %s\n", race[answer->race_verdict]);
}

/* Why a verdict is unknown, and how to go on. */
static void print_unknown(const struct job *job, const struct litmus_answer *answer) {
    const struct explore_statistics *s = &answer->statistics;
    printf("%s: unknown: ", shown(job));
    if (answer->ended_at_first)
        printf("the search ended at what is wrong: without --first it goes on\n");
    else if (job->watch.interrupted)
        printf("interrupted: the counts are those so far\n");
    else if (job->watch.expired)
        printf("the time is over: --timeout gives more than %u s\n", job->settings->timeout);
    else if (s->gave_up)
        printf("too many executions: fewer threads or a smaller grid can be explored\n");
    else if (s->unroll_reached)
        printf("a loop goes round more often than the bound: --unroll goes further than %u rounds\n",
               job->settings->unroll);
    else if (answer->any && !answer->passed)
        printf("no execution passes the filter\n");
    else if (answer->passed)
        printf("no execution comes to its end\n");
    else
        printf("there is no execution\n");
}

static void print_finding(const struct job *job, uint32_t *found, enum finding finding, bool is_found,
                          const char *what) {
    if (!is_found)
        return;
    *found |= UINT32_C(1) << finding;
    printf("%s: %s\n", shown(job), what);
}

/* Prints what is found besides races; returns all findings, as bits. */
static uint32_t print_findings(const struct job *job, const struct litmus *litmus, const struct litmus_answer *answer) {
    const struct explore_statistics *s = &answer->statistics;
    char text[256];
    uint32_t found = answer->race_verdict == LITMUS_YES ? 1 << FINDING_RACE : 0;
    bool unknown =
        answer->race_verdict == LITMUS_UNKNOWN || (litmus->condition && answer->condition_verdict == LITMUS_UNKNOWN);
    print_finding(job, &found, FINDING_UNDEFINED_READ, answer->undefined, "some execution reads undef");
    print_finding(job, &found, FINDING_OUT_OF_BOUNDS, s->out_of_bounds, s->out_of_bounds);
    print_finding(job, &found, FINDING_DIVERGENT_BARRIER, s->divergent_barrier,
                  "divergent barrier: threads of one workgroup come to different numbers of barriers");
    if (s->undefined)
        snprintf(text, sizeof text, "undefined behaviour that is no matter of memory order: %s", s->undefined);
    print_finding(job, &found, FINDING_UNDEFINED_BEHAVIOUR, s->undefined, text);
    print_finding(job, &found, FINDING_DEADLOCK, s->deadlocked,
                  "deadlock: threads wait for each other, or at a barrier that never opens");
    print_finding(job, &found, FINDING_ENDLESS_LOOP, s->endless, "endless loop: a thread goes round for ever");
    if (unknown) {
        found |= 1 << FINDING_UNKNOWN;
        print_unknown(job, answer);
    }
    return found;
}

/* A message at a place in the source of the shader, if it is known. */
static void print_at(const struct job *job, const struct model_place *at, uint32_t word, smmra_severity severity,
                     const char *text) {
    smmra_source source = {0};
    struct message_place place = {.path = job->path, .word = word};
    if (at) {
        source = (smmra_source){at->file, at->line, at->column, at->function, at->text};
        place.source = &source;
    }
    message_print(stdout, &place, severity, "%s", text);
}

static void print_message_list(const struct job *job, const struct litmus_messages *messages) {
    for (uint32_t i = 0; i < messages->count; i++) {
        const struct litmus_message *m = &messages->items[i];
        print_at(job, m->place, m->word, m->is_note ? SMMRA_NOTE : SMMRA_ERROR, m->text);
    }
}

/* What is found, in the words of the source. A read that may see several writes is what a race is: one is enough. */
static void print_messages(const struct job *job, const struct litmus_answer *answer) {
    if (answer->race_messages.count)
        print_message_list(job, &answer->race_messages);
    else
        print_message_list(job, &answer->undefined_messages);
}

/* AMDGPU's model knows a race as a read of undef: who allows the one allows the other. */
static uint32_t allowed_findings(const struct job *job, const struct litmus_answer *answer) {
    uint32_t allowed = job->settings->allowed, both = 1 << FINDING_RACE | 1 << FINDING_UNDEFINED_READ;
    return answer->torn && allowed & both ? allowed | both : allowed;
}

static int ask(struct job *job, struct litmus *litmus, const struct model *model) {
    struct litmus_question question = {.model = model,
                                       .options = explore_defaults(),
                                       .outcomes = job->settings->outcomes,
                                       .races = true,
                                       .first = job->settings->first,
                                       .graphs = job->settings->dot != NULL};
    struct litmus_answer answer;
    question.options.model = model_options_of(job->settings);
    question.options.unroll = job->settings->unroll;
    question.options.goes_on = watch_goes_on;
    question.options.goes_on_user = &job->watch;
    watch_begin(&job->watch, job->settings->timeout);
    litmus_ask(litmus, &question, &job->arena, &answer);
    watch_end(&job->watch);
    if (!is_supported(job, &answer.statistics))
        return 4;
    print_verdicts(job, litmus, &answer);
    if (litmus->condition && litmus->estimate)
        printf("  a device may compute another number: %s\n", litmus->estimate);
    uint32_t found = print_findings(job, litmus, &answer) & ~allowed_findings(job, &answer);
    print_messages(job, &answer);
    print_statistics(&answer.statistics);
    if (job->settings->outcomes)
        print_outcomes(litmus, &answer);
    print_witness(job, "the condition is decided by", &answer.condition_witness);
    print_witness(job, "the race", &answer.race_witness);
    print_witness(job, "undef", &answer.undefined_witness);
    int status = draw(job, &answer);
    if (status)
        return status;
    if ((litmus->condition && answer.condition_verdict == LITMUS_NO) || found & ~(UINT32_C(1) << FINDING_UNKNOWN))
        return 1;
    return found ? STATUS_UNKNOWN : 0;
}

/* Khronos's verdict lines. */
static int check_expectations(struct job *job, struct litmus *litmus) {
    int status = 0;
    printf("%s: %u verdict%s, %u left out\n", shown(job), litmus->expectation_count, plural(litmus->expectation_count),
           litmus->skipped_expectations);
    for (uint32_t i = 0; i < litmus->expectation_count; i++) {
        const struct litmus_expectation *expectation = &litmus->expectations[i];
        struct explore_statistics statistics;
        bool met = litmus_meets(litmus, expectation, &job->arena, &statistics);
        if (!is_supported(job, &statistics))
            return 4;
        if (!met && (statistics.gave_up || statistics.unroll_reached)) {
            printf("  line %u: unknown: too many executions\n", expectation->line);
            status = status ? status : job->settings->allowed >> FINDING_UNKNOWN & 1 ? 0 : STATUS_UNKNOWN;
            continue;
        }
        printf("  line %u: %s%s\n", expectation->line, met ? "SATISFIABLE" : "NOSOLUTION",
               met == expectation->satisfiable ? "" : ", but the file says otherwise");
        status = met != expectation->satisfiable ? 1 : status;
    }
    return status;
}

/* ---- translation ---- */

static void print_effort(const char *model, const struct explore_statistics *s) {
    printf("%s: %" PRIu64 " execution%s, %" PRIu64 " evaluation%s", model, s->executions, plural(s->executions),
           s->evaluations, plural(s->evaluations));
}

static void print_cost(const struct validation *v) {
    print_effort("  Vulkan", &v->vulkan);
    if (v->amdgpu.evaluations)
        print_effort("; AMDGPU", &v->amdgpu);
    printf("\n");
    if (v->vulkan.unroll_reached || v->amdgpu.unroll_reached)
        printf("  a loop goes round more often than the bound: the answer holds up to it (--unroll)\n");
}

static const char *run_through(void *user, const char *text, struct arena *arena, const char **error) {
    struct process_result result;
    process_run(user, NULL, text, strlen(text), arena, &result);
    *error = result.error;
    return result.error ? NULL : result.output;
}

static int validate(struct job *job, struct validation_source *source) {
    struct settings *settings = (struct settings *)job->settings;
    const struct litmus_through through = {run_through, (void *)settings->through};
    source->through = settings->through ? &through : NULL;
    struct map_options options = {.profile = (enum profile)settings->profile, .thread_private = true};
    struct validation v;
    validation_check(source, &options, &job->arena, &v);
    printf("%s: %s\n", shown(job), validation_name(v.result));
    if (v.what)
        printf("%s\n", v.what);
    print_cost(&v);
    const char *text = settings->show_ir ? validation_text(&v) : NULL;
    if (text)
        printf("%s", text);
    return v.result == VALIDATION_REFUSED ? 4 : v.result == VALIDATION_UNSOUND;
}

static int validate_litmus(struct job *job, struct litmus *litmus) {
    struct validation_source source;
    validation_begin_with(&source, litmus, job->settings->unroll, NULL, NULL, &job->arena);
    return validate(job, &source);
}

static int validate_spirv(struct job *job, struct litmus_spirv *program) {
    struct module_translation translation = {.program = program, .options = &job->settings->spirv};
    struct validation_source source;
    observe_buffers(program);
    validation_begin_with(&source, &program->litmus, job->settings->unroll, translate_module, &translation,
                          &job->arena);
    return validate(job, &source);
}

/* The grid that suggestions hold for: another may need more. */
static const char *name_grid(const struct litmus_grid *grid) {
    static char name[160];
    const uint32_t *g = grid->groups, *l = grid->local;
    snprintf(name, sizeof name, "for %ux%ux%u workgroups of %ux%ux%u invocations, subgroups of %u", g[0], g[1], g[2],
             l[0], l[1], l[2], grid->subgroup);
    return name;
}

static int print_nothing(const struct job *job, const struct suggestions *found) {
    uint32_t unknown = 1 << FINDING_UNKNOWN;
    printf("%s: nothing is suggested: %s\n", shown(job), found->nothing);
    return found->unknown && !(job->settings->allowed & unknown) ? STATUS_UNKNOWN : 0;
}

static int print_suggestions(const struct job *job, const struct litmus_grid *run_as, const struct suggestions *found) {
    if (found->refused) {
        COMPLAIN(job, "not supported: %s", found->refused);
        return 4;
    }
    if (found->nothing)
        return print_nothing(job, found);
    const char *grid = name_grid(run_as);
    char several[64];
    snprintf(several, sizeof several, "no set of up to %u annotations repairs it", found->most_together);
    if (found->race && found->count)
        printf("%s: data race; repaired by %s, %s:\n", shown(job), found->count > 1 ? "all of these" : "one annotation",
               grid);
    else if (found->race)
        printf("%s: data race; %s, %s\n", shown(job), found->most_together > 1 ? several : "no annotation repairs it",
               grid);
    else
        printf("%s: no data race; %s, %s%s\n", shown(job),
               found->count ? "could all be dropped without changing an outcome" : "no annotation could be dropped",
               grid, found->count ? ":" : "");
    for (uint32_t i = 0; i < found->count; i++) {
        const struct suggestion *s = &found->items[i];
        char buffer[256];
        if (s->place) {
            print_at(job, s->place, s->word, SMMRA_NOTE, s->what);
            continue;
        }
        printf("  %s %u: %s: %s\n", s->line ? "line" : "word", s->line ? s->line : s->word,
               printable(s->instruction, buffer, sizeof buffer), s->what);
    }
    if (!found->complete)
        printf("  the bound on tries was met: there may be more\n");
    return 0;
}

static int suggest(struct job *job, struct litmus_spirv *program) {
    struct explore_options options = explore_defaults();
    struct suggestions found;
    options.model = model_options_of(job->settings);
    options.unroll = job->settings->unroll;
    litmus_suggest(program, &options, &job->arena, &found);
    return print_suggestions(job, &program->grid, &found);
}

/* ---- one file ---- */

static int report_error(const struct job *job, const struct litmus *litmus) {
    char buffer[512];
    const char *what = printable(litmus->error, buffer, sizeof buffer);
    message_print(stderr, &(struct message_place){.path = job->path, .line = litmus->line}, SMMRA_ERROR, "%s%s",
                  litmus->unsupported ? "not supported: " : "", what);
    return litmus->unsupported ? 4 : 3;
}

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct job *job = user;
    message_diagnostic(stderr, job->path, diagnostic);
}

/* ---- the smallest grid ---- */

static uint64_t invocations_of(const struct litmus_grid *grid) {
    uint64_t count = 1;
    for (int i = 0; i < 3; i++)
        count *= (uint64_t)grid->groups[i] * grid->local[i];
    return count;
}

/* The next grid that is at most as large as `most` along every coordinate; false after the last. */
static bool next_grid(struct litmus_grid *grid, const struct litmus_grid *most) {
    uint32_t *const numbers[] = {&grid->local[0],  &grid->local[1],  &grid->local[2],
                                 &grid->groups[0], &grid->groups[1], &grid->groups[2]};
    const uint32_t limits[] = {most->local[0],  most->local[1],  most->local[2],
                               most->groups[0], most->groups[1], most->groups[2]};
    for (int i = 0; i < 6; i++) {
        if (++*numbers[i] <= limits[i])
            return true;
        *numbers[i] = 1;
    }
    return false;
}

/* Whether something is wrong on the grid, whatever the condition, which was written for another. */
static bool is_wrong_on(struct job *job, struct litmus_spirv *program) {
    struct litmus_question question = {
        .model = &model_vulkan, .options = explore_defaults(), .races = true, .first = true};
    struct litmus_answer answer;
    question.options.model = model_options_of(job->settings);
    question.options.unroll = job->settings->unroll;
    question.options.goes_on = watch_goes_on;
    question.options.goes_on_user = &job->watch;
    program->litmus.condition = NULL;
    litmus_ask(&program->litmus, &question, &job->arena, &answer);
    return answer.race || answer.undefined || answer.statistics.hung || answer.statistics.divergent_barrier;
}

/* Tries grids in the order of their invocations. */
static int reduce(struct job *job, const uint32_t *words, size_t count, struct litmus_source *source,
                  const struct litmus_grid *most) {
    struct litmus_spirv_options options = job->settings->spirv;
    watch_begin(&job->watch, job->settings->timeout);
    for (uint64_t size = 1; size <= invocations_of(most) && !job->watch.expired && !job->watch.interrupted; size++) {
        struct litmus_grid grid = {.groups = {1, 1, 1}, .local = {1, 1, 1}, .subgroup = most->subgroup};
        do {
            struct litmus_spirv program;
            options.grid = grid;
            if (invocations_of(&grid) != size)
                continue;
            litmus_read_spirv(&program, &job->arena, words, count, source, &options);
            if (program.litmus.error || !is_wrong_on(job, &program))
                continue;
            watch_end(&job->watch);
            printf("%s: something is wrong %s, and on no smaller grid:\n", shown(job), name_grid(&grid));
            return ask(job, &program.litmus, &model_vulkan);
        } while (next_grid(&grid, most));
    }
    watch_end(&job->watch);
    if (job->watch.expired || job->watch.interrupted) {
        printf("%s: unknown: nothing is wrong on the grids that were tried before %s\n", shown(job),
               job->watch.expired ? "the time was over: --timeout gives more" : "the interrupt");
        return STATUS_UNKNOWN;
    }
    printf("%s: nothing is wrong on any grid up to the one that is given\n", shown(job));
    return 0;
}

/* A module, or its assembly. What is not valid is not run, unless that was asked for: it has no behaviour that could be
 * right. */
static int run_spirv(struct job *job, const char *bytes, size_t length) {
    struct litmus_source source, *known = NULL;
    struct litmus_spirv program;
    const struct litmus_spirv_options *asked = &job->settings->spirv;
    smmra_specialization *specializations =
        arena_allocate_array(&job->arena, asked->specialization_count + 1, sizeof *specializations);
    for (uint32_t i = 0; i < asked->specialization_count; i++)
        specializations[i] = (smmra_specialization){asked->specializations[i].spec_id, asked->specializations[i].bits};
    const smmra_options options = {.size = sizeof options,
                                   .specializations = specializations,
                                   .specialization_count = asked->specialization_count,
                                   .diagnose = print_message,
                                   .diagnose_user = job};
    uint32_t *assembled = NULL;
    size_t count = length / sizeof(uint32_t);
    if (path_ends_in(job->path, ".spvasm")) {
        litmus_source_read(&source, &job->arena, bytes, length);
        known = &source;
        smmra_result result = smmra_assemble(source.numbered, source.numbered_length, &options, &assembled, &count);
        if (result != SMMRA_SUCCESS)
            return (int)result;
    }
    uint32_t *words = arena_allocate_array(&job->arena, count + 1, sizeof *words);
    memcpy(words, assembled ? (const void *)assembled : bytes, count * sizeof *words);
    smmra_free_words(assembled);
    smmra_result valid = job->settings->no_validate ? SMMRA_SUCCESS : smmra_validate(words, count, &options);
    if (valid != SMMRA_SUCCESS)
        return (int)valid;
    litmus_read_spirv(&program, &job->arena, words, count, known, &job->settings->spirv);
    if (program.litmus.error)
        return report_error(job, &program.litmus);
    if (job->settings->suggest)
        return suggest(job, &program);
    if (job->settings->reduce)
        return reduce(job, words, count, known, &program.grid);
    if (job->settings->machine.machine != MACHINE_PROCESSOR_COUNT) {
        struct module_translation translation = {.program = &program, .options = &job->settings->spirv};
        return litmus_machine_validate(&job->settings->machine, job->path, &translation, job->settings->unroll,
                                       &job->arena);
    }
    if (job->settings->translate)
        return validate_spirv(job, &program);
    return ask(job, &program.litmus, &model_vulkan);
}

static int run_text(struct job *job, const char *text, size_t length) {
    if (is_spirv(job->path))
        return run_spirv(job, text, length);
    if (path_ends_in(job->path, ".s"))
        return litmus_machine_run(&job->settings->machine, job->path, text, length, &job->arena);
    bool test = path_ends_in(job->path, ".test"), ir = path_ends_in(job->path, ".ll");
    bool translates = job->settings->translate;
    bool on_machine = job->settings->machine.machine != MACHINE_PROCESSOR_COUNT;
    struct litmus litmus;
    if (ir)
        litmus_read_ir(&litmus, &job->arena, text, length, profile_get(job->settings->profile)->revision);
    else if (test && (translates || on_machine))
        litmus_read_khronos_program(&litmus, &job->arena, text, length);
    else if (test)
        litmus_read_khronos(&litmus, &job->arena, text, length);
    else
        litmus_read_vulkan(&litmus, &job->arena, text, length);
    if (litmus.error)
        return report_error(job, &litmus);
    if ((translates || on_machine) && ir) {
        COMPLAIN(job, "not supported: IR is not translated further");
        return 4;
    }
    if (on_machine)
        return litmus_machine_threads(&job->settings->machine, job->path, &litmus, job->settings->unroll, &job->arena);
    if (translates)
        return validate_litmus(job, &litmus);
    return test ? check_expectations(job, &litmus) : ask(job, &litmus, ir ? &model_amdgpu : &model_vulkan);
}

static int run_file(const struct settings *settings, const char *path) {
    struct job job = {.settings = settings, .path = path};
    if (!path_ends_in(path, ".test") && !path_ends_in(path, ".litmus") && !path_ends_in(path, ".ll") &&
        !path_ends_in(path, ".s") && !is_spirv(path)) {
        COMPLAIN(&job, "not supported: a litmus program is a .test, .litmus, .ll, .s, .spv or .spvasm file");
        return 4;
    }
    size_t length;
    int status;
    char *text = file_read(path, &length,
                           is_spirv(path)              ? fault_of_spirv
                           : path_ends_in(path, ".ll") ? fault_of_ir
                                                       : NULL,
                           &status, stderr);
    if (!text)
        return status;
    status = SMMRA_OUT_OF_MEMORY;
    arena_init(&job.arena, NULL, LARGEST_MEMORY, exhausted, &job);
    if (setjmp(job.exhausted) == 0)
        status = run_text(&job, text, length);
    else
        COMPLAIN(&job, "out of memory");
    arena_destroy(&job.arena);
    free(text);
    return status;
}

int command_litmus(int argc, char **argv) {
    static struct settings settings;
    settings = (struct settings){.unroll = explore_defaults().unroll,
                                 .machine = {.mcpu = MACHINE_PROCESSOR_COUNT, .machine = MACHINE_PROCESSOR_COUNT}};
    int inputs = read_settings(&settings, argc, argv), status = 0;
    if (inputs < 0 || (inputs == 0 && !settings.help)) {
        if (inputs == 0)
            MESSAGE_USAGE("no input; name a litmus program, see spirv-mmra help litmus");
        return 2;
    }
    if (settings.help)
        return 0;
    bool asks = !settings.translate && !settings.suggest && settings.machine.machine == MACHINE_PROCESSOR_COUNT;
    if (!asks && (settings.timeout || settings.first || settings.reduce)) {
        MESSAGE_USAGE(
            "--timeout, --first and --reduce are not for --translate, --suggest and --machine: leave one out");
        return 2;
    }
    settings.spirv.specializations = settings.specializations;
    settings.machine.outcomes = settings.outcomes;
    settings.machine.explain = settings.explain;
    settings.machine.show = settings.show_ir;
    settings.machine.unknown_allowed = settings.allowed >> FINDING_UNKNOWN & 1;
    settings.spirv.inputs = settings.inputs;
    settings.spirv.sizes = settings.sizes;
    settings.spirv.glsl450 = settings.glsl450 ? GLSL450_STRICT : GLSL450_CONSERVATIVE;
    for (int i = 0; i < inputs; i++) {
        int one = run_file(&settings, argv[i]);
        status = one > status ? one : status;
    }
    return status;
}
