/* litmus --against: a module or a program in IR, and another that a front end or an optimizer made of it. */
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_recording.h"
#include "translator/command/command_verdict.h"
#include "translator/internal_flags.h"
#include "translator/suggest/litmus_suggest.h"
#include "translator/validation/litmus_against.h"

struct job {
    struct work work;
    const char *other_bytes;
    size_t other_length;
    struct litmus_spirv modules[2];
    struct litmus texts[2];
    struct explore_options limits;
    struct against against;
    bool is_judged;
    const char *execution;
    struct suggestions needed;
};

static const char *path_of(const struct job *job, int side) {
    return side ? litmus_settings.against : job->work.path;
}

/* ---- what is said ---- */

/* Why a verdict on outcomes is none on the program; NULL: it is one. */
static const char *unknown_of(const struct job *job) {
    const struct against *a = &job->against;
    if (a->found.result > VALIDATION_SOUND)
        return NULL;
    return a->lost_volatile                 ? "unknown: Volatile is lost, of which executions tell nothing"
           : a->lost_register               ? "unknown: the second does not have all registers of the first"
           : a->found.amdgpu.unroll_reached ? "unknown: a loop of the second met the bound (--unroll)"
                                            : NULL;
}

static const char *judgement_of(const struct job *job) {
    static const char *const excesses[] = {[VALIDATION_EXCESS_NONE] = "more",
                                           [VALIDATION_EXCESS_UNDEFINED] = "more: a read of an undefined value",
                                           [VALIDATION_EXCESS_RACE] = "more: a data race",
                                           [VALIDATION_EXCESS_FAULT] = "more: undefined behaviour",
                                           [VALIDATION_EXCESS_ENDLESS] = "more: an execution that never ends",
                                           [VALIDATION_EXCESS_OUTCOME] = "more: an outcome",
                                           [VALIDATION_EXCESS_ABORT] = "more: an abort"};
    const struct validation *v = &job->against.found;
    if (v->result == VALIDATION_UNSOUND)
        return excesses[v->excess];
    if (unknown_of(job))
        return unknown_of(job);
    if (v->result == VALIDATION_SOUND_AND_TIGHT)
        return "the same outcomes";
    if (v->result == VALIDATION_SOUND)
        return "fewer outcomes";
    if (v->result == VALIDATION_REFUSED && !job->against.source.answer.statistics.refused && !v->amdgpu.refused)
        return "unknown";
    return validation_name((enum validation_result)v->result);
}

/* What the verdict needs to be understood. */
static const char *why_of(const struct job *job) {
    const struct validation *v = &job->against.found;
    return v->result == VALIDATION_RACE || v->result == VALIDATION_UNDEFINED
               ? "  the first is at fault by itself: whatever the second does is allowed"
               : v->what;
}

/* An operation whose dependency is in doubt counts as depending on what was read, or, with v->free, as not. */
static const char *assumption_of(struct job *job) {
    const struct validation *v = &job->against.found;
    const struct model_operation *doubtful = v->amdgpu.doubtful ? v->amdgpu.doubtful : v->vulkan.doubtful;
    struct litmus *first = job->against.programs[0];
    char text[320];
    doubtful = v->free ? v->free : doubtful;
    const char *other = job->against.programs[1]->assumption;
    if (other && first->assumption && strcmp(other, first->assumption) == 0)
        other = NULL;
    if (v->endless && v->result <= VALIDATION_SOUND)
        other = litmus_and(&job->work.arena, other, validation_endless);
    if (!doubtful)
        return litmus_and(&job->work.arena, first->assumption, other);
    snprintf(text, sizeof text, "what an operation does depends on %s value that is read: %.160s", v->free ? "no" : "a",
             doubtful->text);
    return litmus_and(&job->work.arena, arena_copy_string(&job->work.arena, text, strlen(text)),
                      litmus_and(&job->work.arena, first->assumption, other));
}

static void print_notes(const char *what, const struct against_notes *notes) {
    for (uint32_t i = 0; i < notes->count; i++)
        printf("  %s: %s\n", what, printable(notes->lines[i], 512));
}

static void print_needed(const struct job *job) {
    const struct suggestions *needed = &job->needed;
    if (needed->count)
        printf("  what forbids it in %s; without any one of these it comes about there too:\n",
               printable(path_of(job, 0), 256));
    for (uint32_t i = 0; i < needed->count; i++) {
        const struct suggestion *s = &needed->items[i];
        printf("    %s %u: %s: %s\n", s->line ? "line" : "word", s->line ? s->line : s->word,
               printable(s->instruction, 256), s->what);
    }
    if (needed->is_race_known && !needed->count)
        printf("  nothing that could be dropped from %s lets it come about there: it comes of several, or of the order "
               "of accesses\n",
               printable(path_of(job, 0), 256));
}

static void print_text(struct job *job) {
    const struct validation *v = &job->against.found;
    printf("%s: against %s: %s\n", printable(path_of(job, 0), 256), printable(path_of(job, 1), 256), judgement_of(job));
    const char *why = why_of(job);
    if (v->result == VALIDATION_SOUND && why)
        printf("  this one cannot come about:\n");
    if (why)
        printf("%s%s", why, *why && why[strlen(why) - 1] == '\n' ? "" : "\n");
    if (v->result == VALIDATION_UNSOUND && job->execution && strcmp(job->execution, why ? why : "") != 0)
        printf("  which comes about so:\n%s", job->execution);
    print_needed(job);
    print_notes("hint", &job->against.hints);
    print_notes("not compared", &job->against.not_compared);
    verdict_print_assumption(path_of(job, 1), assumption_of(job));
    if (!job->against.modules[0])
        return;
    const struct litmus_grid *grid = &job->modules[0].grid;
    verdict_print_reading(
        &(struct verdict_scope){.path = job->work.path, .reading = litmus_spirv_reading(&job->modules[0])});
    printf("  %s\n", module_grid_text(grid->groups, grid->local, grid->subgroup));
}

static void put_notes(const struct against_notes *notes) {
    for (uint32_t i = 0; i < notes->count; i++)
        json_put(", %s", notes->lines[i]);
    json_put("]");
}

static void print_json(struct job *job) {
    const struct validation *v = &job->against.found;
    json_begin(path_of(job, 0));
    if (job->against.modules[0]) {
        const struct litmus_grid *grid = &job->modules[0].grid;
        json_grid(grid->groups, grid->local, grid->subgroup);
        json_put(", \"reading\": %s", litmus_spirv_reading(&job->modules[0]));
    }
    json_put(",\n   \"against\": %s, \"judgement\": %s, \"why\": %s,\n   \"execution\": %s, \"needed\": [",
             path_of(job, 1), judgement_of(job), why_of(job), job->execution);
    for (uint32_t i = 0; i < job->needed.count; i++) {
        const struct suggestion *s = &job->needed.items[i];
        json_put(",\n    {\"word\": %u, \"line\": %u, \"instruction\": %s, \"message\": %s}", s->word, s->line,
                 s->instruction, s->what);
    }
    json_put("],\n   \"hints\": [");
    put_notes(&job->against.hints);
    json_put(", \"not_compared\": [");
    put_notes(&job->against.not_compared);
    json_put(", \"assumption\": %s,\n   \"executions\": %lu, \"evaluations\": %lu}", assumption_of(job),
             v->vulkan.executions + v->amdgpu.executions, v->vulkan.evaluations + v->amdgpu.evaluations);
}

/* ---- as data ---- */

static struct message_note note_at(const char *path, const struct litmus_message *from, smmra_source *source) {
    return (struct message_note){module_place(path, from->word, from->place, source), from->text};
}

/* Prints what is too much, at its place in the second module, with what the first has against it. */
static void put_excess(const struct job *job) {
    const struct validation *v = &job->against.found;
    struct message_note notes[MESSAGE_MAX_NOTES];
    smmra_source sources[MESSAGE_MAX_NOTES + 1];
    uint32_t used = 0;
    struct message message = {.rule = v->excess == VALIDATION_EXCESS_RACE ? "race" : "verdict",
                              .place = {.path = path_of(job, 1)},
                              .severity = SMMRA_SEVERITY_ERROR,
                              .text = judgement_of(job),
                              .notes = notes};
    if (v->messages && v->messages->count)
        message.place = note_at(path_of(job, 1), &v->messages->items[0], &sources[used++]).place;
    for (uint32_t i = 0; v->messages && i < v->messages->count && message.note_count < MESSAGE_MAX_NOTES / 2; i++)
        notes[message.note_count++] = note_at(path_of(job, 1), &v->messages->items[i], &sources[used++]);
    for (uint32_t i = 0; i < job->needed.count && message.note_count < MESSAGE_MAX_NOTES; i++) {
        const struct suggestion *s = &job->needed.items[i];
        const struct litmus_message as_message = {.place = s->place, .word = s->word, .text = s->what};
        notes[message.note_count++] = note_at(path_of(job, 0), &as_message, &sources[used++]);
    }
    message_put(stdout, &message);
}

static void put_messages(struct job *job, int status) {
    if (job->against.found.result == VALIDATION_UNSOUND)
        put_excess(job);
    else if (status == 1)
        message_found(job->against.found.result == VALIDATION_RACE ? "race" : "verdict",
                      (struct message_place){.path = path_of(job, 0)}, SMMRA_SEVERITY_ERROR, judgement_of(job));
    else if (status == STATUS_UNKNOWN)
        message_unknown(path_of(job, 1), judgement_of(job));
    for (uint32_t i = 0; i < job->against.hints.count; i++)
        message_found("suggestion", (struct message_place){.path = path_of(job, 1)}, SMMRA_SEVERITY_NOTE,
                      job->against.hints.lines[i]);
    for (uint32_t i = 0; i < job->against.not_compared.count; i++)
        message_found("taken-for-granted", (struct message_place){.path = path_of(job, 1)}, SMMRA_SEVERITY_NOTE,
                      job->against.not_compared.lines[i]);
}

/* ---- what is asked ---- */

static int status_of(const struct job *job) {
    const struct against *a = &job->against;
    const struct validation *v = &a->found;
    switch (v->result) {
    case VALIDATION_SOUND_AND_TIGHT:
    case VALIDATION_SOUND:
        return unknown_of(job) ? litmus_unknown() : 0;
    case VALIDATION_UNSOUND:
        return 1;
    case VALIDATION_RACE:
    case VALIDATION_UNDEFINED:
        return litmus_status_of(validation_faults((enum validation_result)v->result, &a->source.answer.statistics));
    case VALIDATION_REFUSED:
        return a->source.answer.statistics.refused || v->amdgpu.refused ? SMMRA_UNSUPPORTED : litmus_unknown();
    default:
        return litmus_unknown();
    }
}

static int report(struct job *job) {
    const int status = status_of(job);
    watch_end();
    if (command_json)
        print_json(job);
    else if (!message_quiet || status)
        print_text(job);
    if (message_is_data())
        put_messages(job, status);
    return status;
}

static uint32_t shows(void *user, const struct litmus_answer *answer, struct arena *arena) {
    const struct job *job = user;
    return against_shows(&job->against, answer, arena);
}

static void explain(struct job *job) {
    const struct litmus_shown shown = {shows, job, job->against.found.excess == VALIDATION_EXCESS_RACE};
    const bool is_known = job->against.found.excess == VALIDATION_EXCESS_RACE ||
                          job->against.found.excess == VALIDATION_EXCESS_ENDLESS ||
                          job->against.found.excess == VALIDATION_EXCESS_OUTCOME;
    job->execution = against_execution(&job->against, &job->limits, &job->work.arena);
    if (!job->against.modules[0] || !is_known)
        return;
    litmus_find_needed(&job->modules[0], &job->limits, &shown, &job->work.arena, &job->needed);
    job->needed.is_race_known = job->needed.complete;
}

static int judge(struct job *job, const struct model *model) {
    job->limits = litmus_limits();
    job->limits.goes_on = litmus_explores_on;
    against_check(&job->against, model, &job->limits, &job->work.arena);
    if (job->against.differs) {
        MESSAGE_ERROR(path_of(job, 1), "cannot be compared with %s: %s", printable(path_of(job, 0), 256),
                      printable(job->against.differs, 512));
        return SMMRA_INVALID_INPUT;
    }
    job->is_judged = true;
    if (job->against.found.result == VALIDATION_UNSOUND)
        explain(job);
    return report(job);
}

/* ---- reading ---- */

/* The grid that a driver chooses is one for both: what the first is run as. Subgroups of another size than a device's
 * are those of @Config, which the second has too, or their interfaces differ. */
static void take_grid(smmra_litmus_options *options, const struct litmus_grid *grid) {
    memcpy(options->groups, grid->groups, sizeof options->groups);
    if (!(grid->subgroup & (grid->subgroup - 1)))
        options->subgroup = grid->subgroup;
}

static int read_module(struct job *job, int side, smmra_litmus_options *options) {
    struct litmus_spirv *module = &job->modules[side];
    struct litmus_source *source = arena_allocate_array(&job->work.arena, 1, sizeof *source);
    const char *path = job->work.path;
    struct module_file file;
    if (side) {
        job->work.path = litmus_settings.against;
        job->work.bytes = job->other_bytes;
        job->work.length = job->other_length;
    }
    int status = module_read(&file, &job->work, &litmus_settings.module.constants, litmus_settings.module.no_validate);
    job->work.path = path;
    if (status)
        return status;
    if (file.assembly)
        litmus_source_read(source, &job->work.arena, file.assembly, file.assembly_length);
    litmus_read_spirv(module, &job->work.arena, file.words, file.count, file.assembly ? source : NULL, options);
    if (module->litmus.error)
        return module_refuse(path_of(job, side), &module->litmus);
    if (module->turns)
        litmus_assume(&module->litmus, &job->work.arena, litmus_one_way(false));
    module->litmus.condition = module->litmus.filter = NULL;
    observe_buffers(module);
    take_grid(options, &module->grid);
    job->against.programs[side] = &module->litmus;
    job->against.modules[side] = module;
    return 0;
}

static int run_modules(struct job *job) {
    smmra_litmus_options options = module_options_of(&litmus_settings.module);
    int status = 0;
    for (int side = 0; side < 2 && !status; side++)
        status = read_module(job, side, &options);
    return status ? status : judge(job, &model_vulkan);
}

static int run_texts(struct job *job) {
    const uint32_t profile =
        litmus_settings.profile == LITMUS_PROFILE_NOT_GIVEN ? SMMRA_PROFILE_23 : litmus_settings.profile;
    for (int side = 0; side < 2; side++) {
        struct litmus *text = &job->texts[side];
        litmus_read_ir(text, &job->work.arena, side ? job->other_bytes : job->work.bytes,
                       side ? job->other_length : job->work.length, profile_get((enum profile)profile)->revision);
        if (text->error)
            return module_refuse(path_of(job, side), text);
        text->condition = text->filter = NULL;
        job->against.programs[side] = text;
    }
    return judge(job, &model_amdgpu);
}

static int run_work(struct work *work) {
    struct job *job = (struct job *)work;
    return (litmus_is_spirv(work->path) ? run_modules : run_texts)(job);
}

/* What was found before the time was over counts. */
static int end_work(struct work *work, enum work_end why) {
    struct job *job = (struct job *)work;
    if (job->is_judged) {
        work->arena.watch = NULL;
        return report(job);
    }
    watch_end();
    if (why != WORK_OUT_OF_TIME) {
        MESSAGE_ERROR(work->path, "out of memory; --local and --groups make the grid smaller");
        return SMMRA_OUT_OF_MEMORY;
    }
    const char *reason = watch_reason(NULL);
    if (command_json)
        litmus_print_json_unknown(work->path, reason);
    else
        printf("%s: unknown: %s; --local and --groups make the grid smaller\n", printable(work->path, 512), reason);
    message_unknown(work->path, reason);
    return litmus_unknown();
}

static bool is_comparable(const char *path) {
    const char *other = litmus_settings.against;
    if (recording_is(path) || recording_is(other))
        return false;
    return litmus_is_spirv(path) ? litmus_is_spirv(other) : input_ends_in(path, ".ll") && input_ends_in(other, ".ll");
}

int litmus_against(const char *path) {
    struct job job = {0};
    size_t length;
    int status;
    if (!is_comparable(path)) {
        MESSAGE_ERROR(path, "--against compares two modules (.spv, .spvasm, a source), or two programs in IR (.ll)");
        return SMMRA_INVALID_ARGUMENT;
    }
    watch_begin(litmus_settings.timeout);
    char *bytes = input_read(path, &length, litmus_fault_of_file, &status), *other = NULL;
    if (bytes)
        other = input_read(litmus_settings.against, &job.other_length, litmus_fault_of_file, &status);
    job.other_bytes = other;
    if (other)
        status = work_on_bytes(&job.work, path, bytes, length,
                               &(struct work_rules){litmus_fault_of_file, LITMUS_LARGEST_MEMORY,
                                                    litmus_settings.timeout, run_work, end_work});
    free(bytes);
    free(other);
    return status;
}
