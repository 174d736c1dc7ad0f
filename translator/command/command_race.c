/* spirv-mmra race: runs a module as a whole dispatch or draw, once or in several orders, and says which accesses of
 * that run are data races (translator/program/litmus_race.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mmra/base/text.h"
#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_proven.h"
#include "translator/command/command_race_alike.h"
#include "translator/command/command_race_ends.h"
#include "translator/command/command_race_helper.h"
#include "translator/command/command_race_kernel.h"
#include "translator/command/command_race_known.h"
#include "translator/command/command_race_mend.h"
#include "translator/command/command_race_progress.h"
#include "translator/command/command_recording.h"
#include "translator/command/command_settings.h"
#include "translator/command/command_verdict.h"
#include "translator/program/litmus_cause.h"
#include "translator/program/litmus_helpers.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_orders.h"
#include "translator/program/litmus_subgroups.h"

enum { MAX_ELEMENTS = 1 << 26, DEFAULT_MEGABYTES = 4096 };

enum { RUNS_BY_DEFAULT = INT32_MAX };

static struct {
    struct module_options module;
    smmra_litmus_data data[MODULE_MAX_ITEMS];
    const char *data_paths[MODULE_MAX_ITEMS];
    uint32_t data_count, runs, seed, steps, timeout, most, megabytes, workers, progress;
    bool requires_coverage, no_prove, shows_all;
    struct race_kernel_settings kernel;
} settings = {.kernel = {.mcpu = MACHINE_PROCESSOR_COUNT},
              .module = {.most_elements = MAX_ELEMENTS, .glsl450 = MODULE_GLSL450_BOTH},
              .runs = RUNS_BY_DEFAULT,
              .seed = 1,
              .most = 10,
              .workers = 1,
              .steps = 1000,
              .megabytes = DEFAULT_MEGABYTES};

struct job {
    struct work work;
    struct arena run;   /* what a run takes, and its findings */
    struct arena trial; /* what a run takes that only tells what comes to run */
    struct litmus_race race;
    struct module_options module;
    struct recording recording;
    struct litmus_race drivers; /* the module as drivers read it, if both readings are asked for */
    bool is_for_both;
    uint32_t length; /* accesses of an invocation in the first run, about */
    double seconds;  /* that the runs of an answer took */
    struct mend mend;
    const struct litmus_messages *mended; /* the race that it is of */
    bool is_mendable;                     /* it is a source, and a mend was looked for */
    const char *structure;                /* what helps where no such change does; NULL: one does */
    bool is_trial;                        /* of one: nothing but the exit status matters */
    struct litmus_progress progress;
    const struct model_operation *lost; /* where a helper invocation is elected in place of a fragment; or NULL */
    struct race_known known;
    const struct module_file *file;
    struct proven proven;
};

/* ---- options ---- */

static bool add_data(void *target, const char *text) {
    (void)target;
    const char *name = module_take_name(&settings.module, text);
    if (!name || settings.data_count == MODULE_MAX_ITEMS)
        return false;
    settings.data_paths[settings.data_count] = strchr(text, '=') + 1;
    settings.data[settings.data_count++].name = name;
    return true;
}

static const struct option option_table[] = {
    MODULE_OPTIONS(&settings.module, option_grid),
    {"--data", "NAME=FILE", "the bytes of a file as what a variable holds at first, and how long it is", OPTION_CALL,
     NULL, 0, NULL, add_data},
    {"--mcpu", "NAME", "assembly (.s): the processor, one of" MACHINE_PROCESSOR_WORDS, OPTION_CHOICE,
     &settings.kernel.mcpu, 0, machine_processor_names},
    {"--arg", "[NAME=]VALUE",
     "assembly: the kernel's next argument, or the one of this name or number: 7, 1.5; of a buffer its bytes: 4096, "
     "4096{1, 2}, @FILE",
     OPTION_CALL, &settings.kernel, 0, NULL, race_kernel_add_argument},
    {"--lds", "BYTES", "assembly: shared memory besides what the kernel says", OPTION_NUMBER, &settings.kernel.lds},
    {"--atomic", "LINE", "assembly: accesses of this line of the source are atomics, though the code does not say so",
     OPTION_CALL, &settings.kernel, 0, NULL, race_kernel_add_atomic},
    {"--runs", "N",
     "tell of so many runs in other orders, the first of which is that of the numbers (default: one answer of up to 32, "
     "where atomics are accessed or the input is assembly, and no order is found to race)",
     OPTION_NUMBER, &settings.runs},
    {"--progress", "MODEL",
     "which workgroups the device lets go on: fair (default: all), linear, hsa, obe or unfair; one that waits for others "
     "is a fault",
     OPTION_CHOICE, &settings.progress, 0, litmus_progress_names},
    {"--seed", "N", "chooses the other orders (default 1)", OPTION_NUMBER, &settings.seed},
    {"--most", "N", "races that are shown, each of another pair of instructions (default 10)", OPTION_NUMBER,
     &settings.most},
    {"--all", NULL, "show each of several races for which the same is missing, and not only the first", OPTION_FLAG,
     &settings.shows_all},
    {"--steps", "N", "instructions of a run in millions, at most (default 1000)", OPTION_NUMBER, &settings.steps},
    {"--timeout", "SECONDS", "stop then, and say what is known (default: never)", OPTION_NUMBER, &settings.timeout},
    {"--max-memory", "MB", "memory of a run, at most (default 4096)", OPTION_NUMBER, &settings.megabytes},
    {"-j", "N", "work on so many inputs at once, each with --max-memory (default 1)", OPTION_NUMBER, &settings.workers},
    COVERAGE_OPTION(&settings.requires_coverage),
    PROVEN_OPTION(&settings.no_prove),
    JSON_OPTION("the answers as JSON"),
};

/* ---- one answer ---- */

static const char *shown(const struct job *job) {
    return printable(job->work.path, 512);
}

/* Describes the grid in the words of the stage. */
static const char *describe_grid(const struct job *job) {
    const struct litmus_grid *grid = &job->race.spirv.grid;
    static char text[VERDICT_TEXT];
    const uint32_t *groups = grid->groups, patches = groups[0] * groups[1] * groups[2];
    if (job->race.spirv.model == SpvExecutionModelFragment)
        snprintf(text, sizeof text, "a draw of %ux%u pixels, each covered by %u primitive%s, %u fragment%s for each",
                 groups[0], groups[1], groups[2], plural(groups[2]), grid->local[0], plural(grid->local[0]));
    else if (job->race.spirv.model == SpvExecutionModelTessellationControl)
        snprintf(text, sizeof text, "%u patch%s of %u invocation%s, subgroups of %u", patches, patches == 1 ? "" : "es",
                 grid->local[0], plural(grid->local[0]), grid->subgroup);
    else
        return module_grid_text(groups, grid->local, grid->subgroup);
    return text;
}

/* Why the run says nothing for certain; NULL: it does. */
static const char *unknown_reason(struct job *job, const struct litmus_orders *told) {
    if (told->answer.refused)
        return told->answer.refused;
    if (told->answer.stopped == race_steps_are_over)
        return watch_reason("it takes more steps than --steps allows");
    return told->answer.stopped ? watch_reason(told->answer.stopped)
           : told->equal.count  ? litmus_race_of_equal(&job->race.spirv, &job->work.arena, "")
           : told->collides     ? told->collides
                                : progress_unknown(&job->progress, settings.progress);
}

/* A message with its notes, by which text it is so, and how often more; NULL: nothing of that is said. */
static void print_messages(const struct job *job, const char *rule, smmra_severity severity,
                           const struct litmus_messages *messages, const char *of, const char *more) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    smmra_source sources[MESSAGE_MAX_NOTES];
    struct message message = {.rule = rule, .severity = severity, .notes = notes};
    if (messages == job->mended)
        message.mend = &job->mend;
    for (uint32_t i = 0; i < messages->count && i + 1 < MESSAGE_MAX_NOTES; i++) {
        const struct litmus_message *one = &messages->items[i];
        const struct message_place place = module_place(job->work.path, one->word, one->place, &sources[i]);
        if (i)
            notes[message.note_count++] = (struct message_note){place, one->text};
        else
            message.place = place, message.text = one->text;
    }
    const char *const further[] = {of, more};
    for (uint32_t i = 0; i < 2; i++)
        if (further[i] && message.note_count < MESSAGE_MAX_NOTES)
            notes[message.note_count++] = (struct message_note){{.path = job->work.path}, further[i]};
    if (messages->count)
        message_put(stdout, &message);
}

/* Text has in its first line by which text there is a race, where the two differ. */
static void print_finding(struct job *job, const struct race_answer *answer, const struct race_finding *finding,
                          bool is_known) {
    const char *of = is_known && message_is_data() ? litmus_race_message(&job->race, answer) : NULL;
    const bool is_whole = settings.shows_all || message_is_data();
    char more[112], times[48] = "once";
    if (!is_whole && race_alike(answer, (uint32_t)(finding - answer->findings)) != finding)
        return;
    if (finding->times > 2)
        snprintf(times, sizeof times, "%s%" PRIu64 " times", answer->left_out ? "at least " : "", finding->times - 1);
    snprintf(more, sizeof more, "the same two instructions race %s more on this run", times);
    print_messages(job, is_known ? "race" : "unknown", is_known ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_WARNING,
                   &finding->messages, of && strcmp(of, "data race") != 0 ? of : NULL,
                   finding->times > 1 ? more : NULL);
    if (!is_whole)
        alike_print(answer, finding, job->work.path);
}

/* The code of what litmus_race_fault says; NULL: nothing. */
static const char *code_of_fault(const struct race_answer *answer) {
    return answer->out_of_bounds             ? "out-of-bounds"
           : answer->fault == program_aborts ? "abort"
           : answer->fault                   ? "undefined-behaviour"
           : answer->divergent               ? "divergent-barrier"
           : answer->endless                 ? "endless-loop"
                                             : NULL;
}

static void print_fault(struct job *job, const struct race_answer *answer) {
    const char *fault = litmus_race_fault(&job->race, answer);
    print_messages(job, "divergent-barrier", SMMRA_SEVERITY_ERROR, &answer->divergent_messages, NULL, NULL);
    if (!fault || answer->divergent_messages.count)
        return;
    module_found(code_of_fault(answer), SMMRA_SEVERITY_ERROR, job->work.path, answer->fault_at, fault);
}

/* Names what ended the run, or an invocation of it, before it could have a race. */
static const char *headline(struct job *job, const struct race_answer *answer) {
    const char *fault = litmus_race_fault(&job->race, answer);
    return answer->count && !answer->refused        ? litmus_race_message(&job->race, answer)
           : job->progress.fails[settings.progress] ? progress_headline(settings.progress)
           : !fault || answer->refused              ? NULL
           : answer->fault                          ? answer->fault
           : answer->endless                        ? "endless loop"
                                                    : "divergent barrier";
}

/* ---- what the verdict is about ---- */

static bool is_glsl450(const struct job *job) {
    return strcmp(litmus_spirv_reading(&job->race.spirv), "vulkan") != 0;
}

/* `drivers`: whether drivers' reading has a race too; NULL: it was not asked for. Races of another execution, in which
 * what never ran is executed, are not known. */
static struct verdict_scope scope_of(struct job *job, const bool *drivers) {
    struct verdict_scope scope = {.path = job->work.path,
                                  .reading = litmus_spirv_reading(&job->race.spirv),
                                  .drivers = drivers,
                                  .never_ran_is_known = true,
                                  .requires_coverage = settings.requires_coverage,
                                  .of_patches = job->race.program.groups == PROGRAM_PATCHES,
                                  .groups_by_default =
                                      job->race.spirv.groups_by_default ? job->race.spirv.grid.groups[0] : 0};
    scope.never_ran = litmus_coverage_never_ran(&job->race.spirv.coverage, &job->work.arena, &scope.never_ran_count);
    scope.never_ran = known_leave_out(job->work.path, scope.never_ran, &scope.never_ran_count, &job->work.arena);
    return scope;
}

/* The same run as drivers read the module. */
static const bool *ask_drivers(struct job *job, const struct race_options *options, const struct race_answer *found,
                               bool *races) {
    struct race_answer answer;
    if (!job->is_for_both || !found->count || found->refused)
        return NULL;
    if (job->drivers.spirv.grid.subgroup != job->race.spirv.grid.subgroup &&
        !litmus_subgroups_read(&job->drivers, job->race.spirv.grid.subgroup))
        return NULL;
    litmus_lengths_take(&job->drivers, &job->race);
    litmus_race_choose_as(&job->drivers, &job->race);
    litmus_race_run(&job->drivers, options, &job->run, &answer);
    *races = answer.count != 0;
    return answer.refused || answer.stopped ? NULL : races;
}

/* Without --runs: which orders the answer is about. */
static void print_orders(const struct litmus_orders *told, uint8_t groups, bool found) {
    if (told->run)
        printf("  found on run %u; the first has the order of the numbers, and --runs %u tells of each\n",
               told->run + 1, told->run + 1);
    else if (told->alike)
        printf("  %s: other orders are alike\n",
               told->answer.atomics ? "the atomics commute, nobody reads what they return, and they hand nothing on"
                                    : "no atomic was accessed");
    else if (told->runs > 1)
        printf("  runs differ in the order of %s, where these stop, and older values of atomic loads\n",
               groups == PROGRAM_ALONE     ? "fragments"
               : groups == PROGRAM_PATCHES ? "patches and invocations"
                                           : "workgroups and invocations");
    else if (!found && !told->no_memory)
        printf("  one order ran, as others would take long: --runs tries them\n");
    if (told->no_memory && !told->run)
        printf("  not varied further: another order takes more memory than --max-memory allows\n");
}

/* With --runs: the orders behind one that took too much memory. */
static void print_not_tried(const struct litmus_orders *told) {
    if (told->no_memory && told->run + 2 == settings.runs)
        printf("  run %u was not tried\n", settings.runs);
    else if (told->no_memory && told->run + 2 < settings.runs)
        printf("  runs %u to %u were not tried\n", told->run + 2, settings.runs);
}

/* The verdict is not about data that the layer did not record. */
static void print_gaps(const struct recording *recording) {
    for (uint32_t i = 0; i < recording->gap_count; i++)
        printf("  not recorded: %s\n", printable(recording->gaps[i], 200));
}

static void put_gaps(const struct recording *recording) {
    if (!recording->gap_count)
        return;
    json_put(", \"not_recorded\": [");
    for (uint32_t i = 0; i < recording->gap_count; i++)
        json_put(i ? ", %s" : "%s", recording->gaps[i]);
    json_put("]");
}

/* The races that are shown: those of equal addresses, if there are no others. */
static const struct race_answer *findings_of(const struct litmus_orders *told) {
    return told->equal.count ? &told->equal : &told->answer;
}

/* The mend of the first race. With --runs, each of whose answers is about one run, none is looked for. */
static bool trials_fill; /* arrays of which a mend has made atomics keep the contents that showed the race */
static int run_trial(const char *path, const char *module, size_t length);

/* What would help where no barrier, atomic or qualifier does. */
static const char *structure_of(struct job *job, const struct race_finding *finding) {
    const struct language_words *words = language_words(job->race.program.language);
    struct text text;
    text_init(&text, &job->work.arena, 256);
    text_format(&text, "no fragment waits for another: one atomic that does all (%s), %s, or another pass may help",
                words->atomic_max, words->interlock);
    if (job->race.program.groups == PROGRAM_ALONE)
        return text_finish(&text);
    if (finding->groups[0] != finding->groups[1])
        return "no barrier waits for another workgroup: a second dispatch after this one, with a pipeline barrier "
               "between the two, or an array for each workgroup may help";
    return "a double buffer may help: read from one array, and write what comes of it to another";
}

static void find_mend(struct job *job, const struct litmus_orders *told) {
    uint32_t lines[2] = {0, 0};
    const struct race_answer *answer = &told->answer;
    if (!answer->count || answer->refused || message_quiet || job->is_trial || settings.runs != RUNS_BY_DEFAULT)
        return;
    const struct litmus_messages *messages = &answer->findings[0].messages;
    for (uint32_t i = 0; i < 2 && i < messages->count; i++)
        if (messages->items[i].place && strcmp(messages->items[i].place->file, job->work.path) == 0)
            lines[i] = messages->items[i].place->line;
    job->mended = messages;
    trials_fill = job->race.contents != RACE_CONTENTS_ZERO;
    job->is_mendable = race_mend(job->work.path, lines, run_trial, &job->work.arena, &job->mend);
    if (job->is_mendable && job->mend.tried && !job->mend.diff)
        job->structure = structure_of(job, &answer->findings[0]);
}

static bool is_ascii(const char *text) {
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

static void print_mend(const struct job *job) {
    const struct mend *mend = &job->mend;
    if (!job->is_mendable)
        return;
    if (mend->diff) {
        printf("  with this change the same run shows nothing wrong:\n");
        print_printable(mend->diff, strlen(mend->diff));
        if (!is_ascii(mend->diff))
            printf("  characters that are not ASCII are shown as ?, so that it may not apply: --json has them\n");
    } else if (mend->tried) {
        printf(
            "  no mend was found: after each of %u changes (barriers, atomics, coherent) the run still shows a fault%s\n",
            mend->tried, mend->is_over ? "; the time for more was over" : "");
        printf("  %s\n", job->structure);
    }
}

static const char *runs_text(uint32_t runs) {
    static char text[32];
    if (runs < 2)
        return "this run";
    snprintf(text, sizeof text, "%u runs", runs);
    return text;
}

static void print_text(struct job *job, const struct litmus_orders *told, const bool *drivers) {
    const struct race_answer *answer = &told->answer, *shown_of = findings_of(told);
    bool by_default = settings.runs == RUNS_BY_DEFAULT;
    const char *unknown = unknown_reason(job, told), *found = headline(job, answer);
    const char *proven = proven_text(&job->proven, &job->work.arena);
    const char *estimate = job->race.spirv.litmus.estimate, *assumption = litmus_orders_assumption(&job->race, told);
    struct verdict_scope scope = scope_of(job, drivers);
    const bool has_gaps = job->recording.gap_count != 0;
    if (message_quiet && !found && !unknown && !has_gaps)
        return;
    if (by_default || settings.runs == 1)
        printf("%s:", shown(job));
    else
        printf("%s: run %u:", shown(job), told->run + 1);
    if (found)
        printf(" %s\n", printable(found, 512));
    else if (unknown)
        printf(" unknown: %s\n", unknown);
    else
        printf(" no %sdata race on %s%s\n", job->known.count ? "other " : "", runs_text(told->runs),
               has_gaps ? ", but not all was recorded" : "");
    print_gaps(&job->recording);
    known_print(&job->known);
    for (uint32_t i = 0; i < shown_of->count && !answer->refused; i++)
        print_finding(job, shown_of, &shown_of->findings[i], shown_of == answer);
    if (shown_of->more)
        printf("  more pairs of instructions race: --most shows them\n");
    print_fault(job, answer);
    progress_print(&job->race, &job->progress, settings.progress, job->work.path);
    helper_print(job->lost, job->race.program.language, job->work.path);
    message_unknown(job->work.path, unknown);
    verdict_print_reading(&scope);
    if (by_default || told->run + 1 == settings.runs) {
        verdict_print_never_ran(&scope);
        verdict_put_messages(&scope);
    }
    scope.is_wrong = found != NULL;
    verdict_print_groups(&scope);
    if (job->race.compared)
        printf("  of %" PRIu64 " bytes that the device had behind the dispatch, %" PRIu64 " are different here\n",
               job->race.compared, job->race.different);
    if (answer->outside)
        printf("  %" PRIu64
               " accesses were outside of buffers: reads gave 0 and writes did nothing, as robustBufferAccess "
               "allows\n",
               answer->outside);
    if (!found)
        ends_print(&job->race, &told->ends, job->work.path);
    if (by_default && !unknown)
        print_orders(told, job->race.program.groups, found != NULL);
    if (!by_default)
        print_not_tried(told);
    printf("  %s\n  %" PRIu64 " steps, %" PRIu64 " accesses, %" PRIu64 " synchronizations, %.2f s\n",
           describe_grid(job), answer->steps, answer->accesses, answer->synchronizations, job->seconds);
    if (estimate)
        printf("  a device may compute other numbers: %s\n", estimate);
    verdict_print_assumption(job->work.path, answer->count ? NULL : assumption);
    if (proven)
        printf("  %s\n", proven);
    print_mend(job);
}

static void print_json(struct job *job, const struct litmus_orders *told, const bool *drivers) {
    const struct race_answer *answer = &told->answer, *shown_of = findings_of(told);
    const char *unknown = unknown_reason(job, told), *fault = litmus_race_fault(&job->race, answer);
    const struct litmus_grid *grid = &job->race.spirv.grid;
    const struct verdict_scope scope = scope_of(job, drivers);
    bool races = answer->count && !answer->refused;
    json_begin(job->work.path);
    json_put(", \"stage\": %s, \"run\": %u, \"runs\": %u, \"orders_alike\": %d, \"no_memory\": %d",
             litmus_stage_name(&job->race.spirv), told->run + 1, told->runs, told->alike, told->no_memory);
    json_grid(grid->groups, grid->local, grid->subgroup);
    json_put(",\n   \"race\": %i, \"unknown\": %s, \"fault\": %s, \"fault_rule\": %s",
             races     ? SMMRA_LITMUS_VERDICT_YES
             : unknown ? SMMRA_LITMUS_VERDICT_NOT_ASKED
                       : SMMRA_LITMUS_VERDICT_NO,
             unknown ? unknown : "", fault ? fault : "", fault ? code_of_fault(answer) : NULL);
    verdict_put_json(&scope);
    known_put_json(&job->known);
    put_gaps(&job->recording);
    if (job->race.compared)
        json_put(", \"compared\": %lu, \"different\": %lu", job->race.compared, job->race.different);
    if (answer->outside)
        json_put(", \"outside\": %lu", answer->outside);
    if (job->is_mendable)
        json_put(", \"mend\": %s, \"structure\": %s", job->mend.diff, job->structure);
    progress_put_json(&job->race, &job->progress, settings.progress);
    ends_put_json(&job->race, &told->ends);
    helper_put_json(job->lost);
    proven_put_json(&job->proven);
    json_put(", \"assumption\": %s,\n   \"steps\": %lu, \"accesses\": %lu, \"findings\": [",
             litmus_orders_assumption(&job->race, told), answer->steps, answer->accesses);
    for (uint32_t i = 0; i < shown_of->count && !answer->refused; i++) {
        const struct race_finding *finding = &shown_of->findings[i];
        json_put(",\n    {\"rule\": %s, \"message\": %s, \"words\": [%u, %u], \"times\": %lu, \"places\": [",
                 unknown ? "unknown" : "race", unknown ? unknown : litmus_race_message(&job->race, answer),
                 finding->words[0], finding->words[1], finding->times);
        for (uint32_t k = 0; k < finding->messages.count; k++) {
            const struct litmus_message *message = &finding->messages.items[k];
            smmra_source source;
            json_place(message->word, module_place(job->work.path, message->word, message->place, &source).source,
                       message->text);
        }
        json_put("]}");
    }
    json_put("]}");
}

/* ---- one file ---- */

/* How far a run is: in workgroups, and within the first of them in steps. */
static bool goes_on(void *user) {
    const struct litmus_orders *told = user;
    char of[24] = "";
    if (told->most > 1)
        snprintf(of, sizeof of, " of %u", told->most);
    watch_show("run %u%s: %u of %u workgroups, %" PRIu64 " million steps", told->current + 1, of, told->at->groups,
               told->group_count, told->at->steps / 1000000);
    return watch_goes_on(NULL);
}

static void run_one(struct job *job, const struct race_options *options, uint32_t run, struct litmus_orders *told) {
    *told = (struct litmus_orders){.run = run,
                                   .runs = 1,
                                   .current = run,
                                   .most = settings.runs,
                                   .group_count = job->race.program.group_count,
                                   .at = &told->answer};
    told->options = litmus_orders_options(&job->race, options, settings.seed, run, job->length);
    if (!run)
        litmus_race_run(&job->race, &told->options, &job->run, &told->answer);
    else if (!litmus_orders_try(&job->race, &told->options, &job->run, &told->answer))
        told->no_memory = true;
}

/* Runs one order and forgets what an earlier one found, or without --runs several. The same run read otherwise takes
 * the same options again. */
static void run_orders(struct job *job, uint32_t run, struct litmus_orders *told) {
    const clock_t begin = clock();
    const struct race_options options = {
        .steps = (uint64_t)settings.steps * 1000000, .most = settings.most, .goes_on = goes_on, .goes_on_user = told};
    arena_destroy(&job->run);
    if (settings.runs == RUNS_BY_DEFAULT) {
        litmus_orders_run(&job->race, &options, settings.seed, &job->run, told);
    } else {
        do
            run_one(job, &options, run, told);
        while (litmus_lengths_settle(&job->race, &told->options, &told->answer, &job->run));
        if (told->no_memory)
            told->answer = (struct race_answer){.refused = "this order takes more memory than --max-memory allows"};
        litmus_orders_try_equal(&job->race, &job->run, told);
        told->alike = !litmus_orders_find(&job->race, &told->answer) && !unknown_reason(job, told) &&
                      litmus_orders_alike(&told->answer) && !job->race.spirv.turns;
    }
    if (!run)
        job->length = litmus_orders_length(&job->race, &told->answer);
    told->options.goes_on = watch_goes_on;
    job->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* After several runs, whose findings are not forgotten: there are none. */
static void judge_progress(struct job *job, const struct litmus_orders *told) {
    const struct race_options options = {.most = 1, .goes_on = watch_goes_on, .progress = (uint8_t)settings.progress};
    if (settings.runs == RUNS_BY_DEFAULT && !told->equal.count)
        litmus_progress_judge(&job->race, &options, settings.seed, &job->run, told, &job->progress);
}

/* With --runs, and in trials of a mend, nobody looks for them. */
static void find_causes(struct job *job) {
    const struct race_options options = {.most = 1, .goes_on = watch_goes_on};
    job->trial.limit = job->run.limit - job->run.used;
    if (settings.runs == RUNS_BY_DEFAULT && !job->is_trial)
        litmus_cause_find(&job->race, &options, &job->trial);
    if (settings.runs == RUNS_BY_DEFAULT && !job->is_trial)
        job->lost = litmus_helpers_find(&job->race, &options, &job->trial);
}

/* Of what one run does not show wrong: all of them. */
static void find_proven(struct job *job, const struct litmus_orders *told) {
    if (settings.no_prove || settings.runs != RUNS_BY_DEFAULT || job->is_trial || headline(job, &told->answer) ||
        (message_quiet && !command_json))
        return;
    smmra_litmus_options run = module_options_of(&job->module);
    memcpy(run.local, job->race.spirv.grid.local, sizeof run.local);
    job->proven = proven_find(&job->work, job->file->words, job->file->count, &run);
}

/* What the settings know of what is found besides races. */
static void leave_out_known(struct job *job, struct race_ends *ends) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ends->count; i++)
        if (!known_at(&job->known, "order", ends->items[i].at->place))
            ends->items[count++] = ends->items[i];
    ends->count = count;
    if (job->lost && known_at(&job->known, "helper-elected", job->lost->place))
        job->lost = NULL;
}

/* Prints the answer of a run, or without --runs of several. `*goes_on`: whether memory is left for more. */
static int answer_run(struct job *job, uint32_t run, bool *goes_on) {
    struct litmus_orders told;
    bool races;
    run_orders(job, run, &told);
    *goes_on = settings.runs == RUNS_BY_DEFAULT || !told.no_memory;
    judge_progress(job, &told);
    const bool *drivers = ask_drivers(job, &told.options, &told.answer, &races);
    find_causes(job);
    leave_out_known(job, &told.ends);
    find_mend(job, &told);
    find_proven(job, &told);
    watch_end();
    if (command_json)
        print_json(job, &told, drivers);
    else
        print_text(job, &told, drivers);
    if (litmus_orders_find(&job->race, &told.answer) || job->progress.fails[settings.progress])
        return 1;
    return unknown_reason(job, &told) ? STATUS_UNKNOWN : 0;
}

static int run_module(struct job *job, const struct module_file *file) {
    struct litmus_source source;
    smmra_litmus_options given = module_options_of(&job->module), as_drivers;
    int status = 0;
    job->file = file;
    given.flags |= SMMRA_LITMUS_FLAG_TWO_GROUPS;
    given.data = settings.data;
    given.data_count = settings.data_count;
    if (recording_is(job->work.path))
        recording_apply(&job->recording, &job->work, &given);
    if (file->assembly)
        litmus_source_read(&source, &job->work.arena, file->assembly, file->assembly_length);
    const struct litmus_source *from = file->assembly ? &source : NULL;
    litmus_race_read(&job->race, &job->work.arena, file->words, file->count, from, &given);
    if (job->race.spirv.litmus.error)
        return module_refuse(job->work.path, &job->race.spirv.litmus);
    job->is_for_both = settings.module.glsl450 == MODULE_GLSL450_BOTH && is_glsl450(job);
    if (job->is_for_both) {
        as_drivers = given; /* the options of either are read again when its arrays grow */
        as_drivers.glsl450 = SMMRA_GLSL450_CONSERVATIVE;
        litmus_race_read(&job->drivers, &job->work.arena, file->words, file->count, from, &as_drivers);
        job->is_for_both = !job->drivers.spirv.litmus.error;
    }
    job->race.program.is_robust = job->drivers.program.is_robust = job->recording.is_robust;
    job->race.fills_kept = job->is_trial && trials_fill;
    job->known.path = job->work.path;
    job->race.program.allows = job->drivers.program.allows = known_allows;
    job->race.program.allows_user = job->drivers.program.allows_user = &job->known;
    job->race.results = job->recording.results;
    job->race.result_count = job->recording.result_count;
    job->work.arena.watch = NULL; /* what a run finds before the time is over counts */
    arena_init(&job->run, NULL, job->work.arena.limit - job->work.arena.used, job->work.arena.exhausted, &job->work);
    job->trial = job->run;
    uint32_t answers = settings.runs == RUNS_BY_DEFAULT ? 1 : settings.runs;
    bool goes_on = true;
    for (uint32_t run = 0; run < answers && goes_on && watch_goes_on(NULL); run++) {
        int one = answer_run(job, run, &goes_on);
        status = one == 1 || !status ? one : status;
    }
    const struct verdict_scope scope = scope_of(job, NULL);
    if (!job->is_trial && status != STATUS_UNKNOWN)
        settings_end(job->work.path);
    return status ? status : verdict_status(&scope);
}

static bool is_kernel(const char *path) {
    return input_ends_in(path, ".s");
}

static int run_kernel(struct work *work, struct arena *of_run) {
    const struct module_options *m = &settings.module;
    if (settings.requires_coverage) {
        MESSAGE_ERROR(work->path, "is assembly: --require-coverage is for modules");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (settings.kernel.mcpu == MACHINE_PROCESSOR_COUNT) {
        MESSAGE_ERROR(work->path, "is assembly: --mcpu says of which processor");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (settings.progress) {
        MESSAGE_ERROR(work->path, "is assembly: --progress is for modules");
        return SMMRA_INVALID_ARGUMENT;
    }
    const struct race_kernel_run run = {.settings = &settings.kernel,
                                        .groups = m->options.groups,
                                        .local = m->options.local,
                                        .entry = m->options.entry,
                                        .runs = settings.runs == RUNS_BY_DEFAULT ? 0 : settings.runs,
                                        .seed = settings.seed,
                                        .steps = settings.steps,
                                        .most = settings.most};
    return race_kernel(&run, work, of_run);
}

/* The whole grid of the dispatch, and its module in place of the manifest. */
static int read_recording(struct job *job) {
    int status = recording_read(&job->recording, &job->work, true);
    recording_add_constants(&job->recording, &job->module.constants);
    if (!job->module.options.groups[0])
        memcpy(job->module.options.groups, job->recording.groups, sizeof job->recording.groups);
    return status;
}

/* Nothing ran. */
static int print_unknown(const struct job *job, const char *why) {
    if (command_json) {
        litmus_print_json_unknown(job->work.path, why);
    } else {
        printf("%s: unknown: %s\n", shown(job), why);
        message_unknown(job->work.path, why);
    }
    return STATUS_UNKNOWN;
}

static int print_not_recorded(const struct job *job) {
    char why[256];
    snprintf(why, sizeof why, "not recorded: %s", printable(job->recording.gaps[0], 200));
    return print_unknown(job, why);
}

static int run_work(struct work *work) {
    struct job *job = (struct job *)work;
    const struct module_options *m = &job->module;
    struct module_file file;
    if (is_kernel(work->path))
        return run_kernel(work, &job->run);
    if (settings.kernel.mcpu != MACHINE_PROCESSOR_COUNT) {
        MESSAGE_ERROR(work->path, "is no assembly (.s), for which --mcpu is");
        return SMMRA_INVALID_ARGUMENT;
    }
    int status = recording_is(work->path) ? read_recording(job) : 0;
    if (!status && job->recording.is_missing)
        return print_not_recorded(job);
    if (!status)
        status = module_read(&file, work, &m->constants, m->no_validate);
    return status ? status : run_module(job, &file);
}

static int end_work(struct work *work, enum work_end why) {
    if (why == WORK_OUT_OF_TIME)
        return print_unknown((const struct job *)work, watch_reason(NULL));
    MESSAGE_ERROR(work->path, "out of memory: --max-memory gives a run more than %u MB, and fewer --groups need less",
                  settings.megabytes);
    return SMMRA_OUT_OF_MEMORY;
}

static const char *fault_of_input(const char *path, const char *start, size_t length) {
    return is_kernel(path)      ? fault_of_program(path, start, length)
           : recording_is(path) ? fault_of_recording(start, length)
                                : fault_of_spirv(path, start, length);
}

static bool read_data(void) {
    for (uint32_t i = 0; i < settings.data_count; i++) {
        int status;
        settings.data[i].bytes = file_read(settings.data_paths[i], &settings.data[i].length, NULL, &status);
        if (!settings.data[i].bytes)
            return false;
    }
    return true;
}

/* With the options that the input has of its own, of which a trial of a mend takes those of its source. */
static int work_on_file(struct job *job, const char *path) {
    int status = settings_begin(&command_race, path);
    if (status != SMMRA_SUCCESS)
        return status;
    job->module = settings.module;
    status = !read_data() ? SMMRA_INVALID_ARGUMENT
                          : work_on(&job->work, path,
                                    &(struct work_rules){fault_of_input, arena_limit(settings.megabytes, SIZE_MAX),
                                                         settings.timeout, run_work, end_work});
    for (uint32_t i = 0; i < settings.data_count; i++) {
        free((void *)(uintptr_t)settings.data[i].bytes);
        settings.data[i].bytes = NULL;
    }
    return status;
}

static int run_file(const char *path) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return SMMRA_OUT_OF_MEMORY;
    int status = work_on_file(job, path);
    arena_destroy(&job->run);
    arena_destroy(&job->trial);
    free(job);
    return status;
}

static int run_trial(const char *path, const char *module, size_t length) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return SMMRA_OUT_OF_MEMORY;
    job->module = settings.module;
    job->is_trial = true;
    return work_on_bytes(
        &job->work, path, module, length,
        &(struct work_rules){fault_of_input, arena_limit(settings.megabytes, SIZE_MAX), 0, run_work, end_work});
}

/* ---- all files ---- */

static int run_number(void *user, int number) {
    char **paths = user;
    return run_file(paths[number]);
}

static const char *misfit(int inputs) {
    return !inputs          ? "no input; name a shader's source, a module, a kernel (.s) or a recording"
           : !settings.runs ? "--runs takes at least 1"
           : settings.progress && settings.runs != RUNS_BY_DEFAULT   ? "--progress is for one answer: not with --runs"
           : !settings.megabytes                                     ? "--max-memory takes at least 1"
           : settings.workers < 1 || settings.workers > MAX_PARALLEL ? "-j takes 1 to 64"
                                                                     : NULL;
}

static int run(int count, char **inputs) {
    return parallel_run(settings.workers, count, run_number, inputs);
}

static const char *const endings[] = {".spv", ".spvasm", ".s", RECORDING_MANIFEST, NULL};

const struct subcommand command_race = {
    .name = "race",
    .arguments = "FILE ... [options]",
    .what = "data races of a run of a shader, or of a kernel's machine code, as a whole dispatch",
    .help = "Runs SPIR-V compute modules (.spv, .spvasm) as whole dispatches, and finds the data races of that run:\n"
            "conflicting accesses that Vulkan's memory model leaves unordered. Another run may have others; spirv-mmra "
            "litmus\ntries all executions of a small grid. Of a kernel in assembly (.s, with --mcpu), as clang "
            "compiles it from OpenCL or\nHIP, it finds accesses that no wait, barrier, cache operation or atomic "
            "orders. A folder with a dispatch.txt is a recorded dispatch, which runs with its own data.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .state = &settings,
    .state_size = sizeof settings,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
