/* Answers of `race` as text and as JSON. */
#include "translator/command/command_race_job.h"

#include <inttypes.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_race_alike.h"
#include "translator/command/command_race_ends.h"
#include "translator/command/command_race_helper.h"
#include "translator/command/command_race_progress.h"
#include "translator/command/command_settings.h"

/* ---- one answer ---- */

const char *race_shown(const struct race_job *job) {
    return printable(job->work.path, 512);
}

/* Describes the grid in the words of the stage. */
static const char *describe_grid(const struct race_job *job) {
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
const char *race_unknown_reason(struct race_job *job, const struct litmus_orders *told) {
    if (told->answer.refused)
        return told->answer.refused;
    if (told->answer.stopped == race_steps_are_over)
        return watch_reason("it takes more steps than --steps allows");
    return told->answer.stopped ? watch_reason(told->answer.stopped)
           : told->equal.count  ? litmus_race_of_equal(&job->race.spirv, &job->work.arena, "")
           : told->collides     ? told->collides
                                : progress_unknown(&job->progress, race_settings.progress);
}

/* A message with its notes, by which text it is so, and how often more; NULL: nothing of that is said. */
static void print_messages(const struct race_job *job, const char *rule, smmra_severity severity,
                           const struct litmus_messages *messages, const char *of, const char *more) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    smmra_source sources[MESSAGE_MAX_NOTES];
    struct message message = {.rule = rule, .severity = severity, .notes = notes};
    if (messages == job->mended && !job->mend_is_of_one_group)
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
static void print_finding(struct race_job *job, const struct race_answer *answer, const struct race_finding *finding,
                          bool is_known) {
    const char *of = is_known && message_is_data() ? litmus_race_message(&job->race, answer) : NULL;
    const bool is_whole = race_settings.shows_all || message_is_data();
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

static void print_fault(struct race_job *job, const struct race_answer *answer) {
    const char *fault = litmus_race_fault(&job->race, answer);
    print_messages(job, "divergent-barrier", SMMRA_SEVERITY_ERROR, &answer->divergent_messages, NULL, NULL);
    if (!fault || answer->divergent_messages.count)
        return;
    const struct model_operation *at = answer->fault_at;
    smmra_source source;
    const struct message message = {
        .rule = code_of_fault(answer),
        .place = module_place(job->work.path, at ? at->origin : 0, at ? at->place : NULL, &source),
        .severity = SMMRA_SEVERITY_ERROR,
        .text = fault,
        .mend = !job->mended && !job->mend_is_of_one_group ? &job->mend : NULL};
    message_put(stdout, &message);
}

/* Names what ended the run, or an invocation of it, before it could have a race. */
const char *race_headline(struct race_job *job, const struct race_answer *answer) {
    const char *fault = litmus_race_fault(&job->race, answer);
    return answer->count && !answer->refused             ? litmus_race_message(&job->race, answer)
           : job->progress.fails[race_settings.progress] ? progress_headline(race_settings.progress)
           : !fault || answer->refused                   ? NULL
           : answer->fault                               ? answer->fault
           : answer->endless                             ? "endless loop"
                                                         : "divergent barrier";
}

/* ---- what the verdict is about ---- */

struct verdict_scope race_scope(struct race_job *job, const bool *drivers) {
    struct verdict_scope scope = {.path = job->work.path,
                                  .reading = litmus_spirv_reading(&job->race.spirv),
                                  .drivers = drivers,
                                  .never_ran_is_known = true,
                                  .requires_coverage = race_settings.requires_coverage,
                                  .of_patches = job->race.program.groups == PROGRAM_PATCHES,
                                  .groups_by_default =
                                      job->race.spirv.groups_by_default ? job->race.spirv.grid.groups[0] : 0};
    scope.never_ran = litmus_coverage_never_ran(&job->race.spirv.coverage, job->race.spirv.flags, &job->work.arena,
                                                &scope.never_ran_count);
    scope.never_ran = known_leave_out(job->work.path, scope.never_ran, &scope.never_ran_count, &job->work.arena);
    return scope;
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

/* With --runs: the orders after one that took too much memory. */
static void print_not_tried(const struct litmus_orders *told) {
    if (told->no_memory && told->run + 2 == race_settings.runs)
        printf("  run %u was not tried\n", race_settings.runs);
    else if (told->no_memory && told->run + 2 < race_settings.runs)
        printf("  runs %u to %u were not tried\n", told->run + 2, race_settings.runs);
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

static const char *runs_text(uint32_t runs) {
    static char text[32];
    if (runs < 2)
        return "this run";
    snprintf(text, sizeof text, "%u runs", runs);
    return text;
}

void race_print_text(struct race_job *job, const struct litmus_orders *told, const bool *drivers) {
    const struct race_answer *answer = &told->answer, *shown_of = findings_of(told);
    bool by_default = race_settings.runs == RUNS_BY_DEFAULT;
    const char *unknown = race_unknown_reason(job, told), *found = race_headline(job, answer);
    const char *proven = proven_text(&job->proven, &job->work.arena);
    const char *estimate = job->race.spirv.litmus.estimate, *assumption = litmus_orders_assumption(&job->race, told);
    struct verdict_scope scope = race_scope(job, drivers);
    const bool has_gaps = job->recording.gap_count != 0;
    if (message_quiet && !found && !unknown && !has_gaps)
        return;
    if (by_default || race_settings.runs == 1)
        printf("%s:", race_shown(job));
    else
        printf("%s: run %u:", race_shown(job), told->run + 1);
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
    progress_print(&job->race, &job->progress, race_settings.progress, job->work.path);
    helper_print(job->lost, job->race.program.language, job->work.path);
    message_unknown(job->work.path, unknown);
    verdict_print_reading(&scope);
    if (by_default || told->run + 1 == race_settings.runs) {
        verdict_print_never_ran(&scope);
        verdict_put_messages(&scope);
    }
    scope.is_wrong = found != NULL;
    verdict_print_groups(&scope);
    if (job->race.compared)
        printf("  of %" PRIu64 " bytes that the device had after the dispatch, %" PRIu64 " are different here\n",
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
}

void race_print_json(struct race_job *job, const struct litmus_orders *told, const bool *drivers) {
    const struct race_answer *answer = &told->answer, *shown_of = findings_of(told);
    const char *unknown = race_unknown_reason(job, told), *fault = litmus_race_fault(&job->race, answer);
    const struct litmus_grid *grid = &job->race.spirv.grid;
    const struct verdict_scope scope = race_scope(job, drivers);
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
        json_put(", \"mend\": %s, \"structure\": %s, \"mend_of_one_group\": %d", job->mend.diff, job->structure,
                 job->mend_is_of_one_group);
    progress_put_json(&job->race, &job->progress, race_settings.progress);
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
