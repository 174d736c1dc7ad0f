/* Which fault of an answer is mended, and what is said of a mend, or where there is none. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "mmra/base/text.h"
#include "translator/command/command_race_job.h"

struct race_trial race_trial;

/* ---- where no change of the source helps ---- */

/* Names a change of structure that helps where no barrier, atomic or qualifier does. */
static const char *structure_of_race(struct race_job *job) {
    const struct language_words *words = language_words(job->race.program.language);
    struct text text;
    text_init(&text, &job->work.arena, 256);
    text_format(&text,
                "no mend within the shader: no fragment waits for another; one atomic that does all (%s), for "
                "fragments of one pixel %s, or another pass may help",
                words->atomic_max, words->interlock);
    if (job->race.program.groups == PROGRAM_ALONE)
        return text_finish(&text);
    if (job->mended_groups[0] != job->mended_groups[1])
        return "no mend within the shader: no barrier waits for another workgroup; a second dispatch after this one, "
               "with a pipeline barrier between the two, or an array for each workgroup may help";
    return "a double buffer may help: read from one array, and write what comes of it to another";
}

static const char *structure_of(struct race_job *job, const struct mend_fault *fault) {
    switch (fault->kind) {
    case MEND_BARRIER:
        return "all invocations must come to a barrier: before the condition or after it, with conditions around the "
               "accesses alone";
    case MEND_BOUNDS:
        return "a larger array, or a condition on the index, may help";
    case MEND_UNWRITTEN:
        return "something must be written, and a barrier must come, before it is read";
    case MEND_RACE:
        return structure_of_race(job);
    default:
        return NULL; /* what is found says it */
    }
}

/* ---- the fault ---- */

/* 0: it is in no line of the input. */
static uint32_t line_of(const struct race_job *job, const struct model_place *place) {
    return place && strcmp(place->file, job->work.path) == 0 ? place->line : 0;
}

static struct mend_fault fault_at(const struct race_job *job, enum mend_kind kind, const struct model_operation *at) {
    return (struct mend_fault){.kind = kind, .lines = {line_of(job, at ? at->place : NULL)}, .count = 1};
}

/* A barrier's messages are about it, and about where the ways part; each line of these counts once. */
static struct mend_fault fault_of_messages(const struct race_job *job, const struct litmus_messages *messages,
                                           bool is_race) {
    struct mend_fault fault = {.kind = is_race ? MEND_RACE : MEND_BARRIER};
    for (uint32_t i = 0; i < messages->count && fault.count < (is_race ? 2 : MEND_LINES); i++) {
        uint32_t line = line_of(job, messages->items[i].place);
        bool is_known = !is_race && i && !line;
        for (uint32_t k = 0; k < fault.count && !is_race; k++)
            is_known |= fault.lines[k] == line;
        if (!is_known)
            fault.lines[fault.count++] = line;
    }
    return fault;
}

/* A race that hangs on elements which may be equal is one of the two accesses as well. */
static struct mend_fault fault_of_counting(const struct race_job *job, const struct litmus_orders *told) {
    struct mend_fault fault = {.kind = MEND_RACE, .count = 2, .is_counting = true};
    for (uint32_t i = 0; i < 2; i++)
        fault.lines[i] = line_of(job, told->counted.operations[i]->place);
    return fault;
}

/* The first race, or the fault that ended the run, or what is said besides; `count` 0: nothing that could be mended. */
static struct mend_fault fault_of(struct race_job *job, const struct litmus_orders *told) {
    const struct race_answer *answer = &told->answer;
    const bool is_whole = !answer->refused && !answer->stopped;
    if (answer->refused)
        return (struct mend_fault){.count = 0};
    if (answer->divergent_messages.count) {
        job->mended = &answer->divergent_messages;
        return fault_of_messages(job, job->mended, false);
    }
    if (answer->out_of_bounds)
        return fault_at(job, MEND_BOUNDS, answer->fault_at);
    if (answer->count) {
        job->mended = &answer->findings[0].messages;
        memcpy(job->mended_groups, answer->findings[0].groups, sizeof job->mended_groups);
        struct mend_fault race = fault_of_messages(job, job->mended, true);
        race.memory = answer->findings[0].memory;
        race.is_of_two_groups = job->mended_groups[0] != job->mended_groups[1];
        return race;
    }
    if (answer->unwritten)
        return fault_at(job, MEND_UNWRITTEN, answer->fault_at);
    if (is_whole && told->collides && told->counted.operations[0])
        return fault_of_counting(job, told);
    if (job->progress.wait.at && job->progress.needs < RACE_OBE)
        return fault_at(job, MEND_PROGRESS, job->progress.wait.at);
    return job->lost ? fault_at(job, MEND_HELPER, job->lost) : (struct mend_fault){.count = 0};
}

/* ---- the mend ---- */

/* A shader that is written for one workgroup may have another fault where two run, which nobody asked for. */
static void find_mend_of_one_group(struct race_job *job, const struct mend_fault *fault, race_run_module *run_trial) {
    struct mend mend;
    race_trial.one_group = true;
    race_mend(job->work.path, fault, run_trial, &job->work.arena, &mend);
    job->mend_is_of_one_group = mend.diff != NULL;
    if (mend.diff)
        job->mend = mend;
}

void race_find_mend(struct race_job *job, const struct litmus_orders *told, race_run_module *run_trial) {
    const struct mend_fault fault = fault_of(job, told);
    if (!fault.count)
        return;
    race_trial = (struct race_trial){.fills = job->race.contents != RACE_CONTENTS_ZERO,
                                     .elects = fault.kind == MEND_HELPER,
                                     .needs_obe = fault.kind == MEND_PROGRESS};
    job->is_mendable = race_mend(job->work.path, &fault, run_trial, &job->work.arena, &job->mend);
    const bool ends_run = fault.kind == MEND_BARRIER || fault.kind == MEND_BOUNDS || fault.kind == MEND_UNWRITTEN;
    if (ends_run && job->mend.tried && !job->mend.diff && job->race.spirv.groups_by_default)
        find_mend_of_one_group(job, &fault, run_trial);
    job->structure = job->mend.diff ? job->mend.remark : structure_of(job, &fault);
}

const char *race_mend_headline(struct race_job *job) {
    struct text text;
    text_init(&text, &job->work.arena, 256);
    text_string(&text, job->mend_is_of_one_group
                           ? "with this change a run of one workgroup shows nothing wrong, though one of two still does"
                           : "with this change the same run shows nothing wrong");
    if (job->mend.remark)
        text_format(&text, "; %s", job->mend.remark);
    return text_finish(&text);
}

static bool is_ascii(const char *text) {
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

void race_print_mend(struct race_job *job) {
    const struct mend *mend = &job->mend;
    if (!job->is_mendable)
        return;
    if (mend->diff) {
        printf("  %s:\n", race_mend_headline(job));
        print_printable(mend->diff, strlen(mend->diff));
        if (!is_ascii(mend->diff))
            printf("  characters that are not ASCII are shown as ?, so that it may not apply: --json has them\n");
        return;
    }
    if (mend->tried)
        printf("  no mend was found: after each of %u changes the run still shows a fault%s\n", mend->tried,
               mend->is_over ? "; the time for more was over" : "");
    if (job->structure)
        printf("  %s\n", job->structure);
}

/* Its text ends with the work. */
void race_hand_over_mend(struct race_job *job, int end) {
    struct text text;
    if (!job->mend.diff)
        return;
    text_init(&text, &job->work.arena, 1024);
    text_format(&text, "%s:\n%s", race_mend_headline(job), job->mend.diff);
    const char *left = text_finish(&text);
    for (ssize_t written = 0; *left && written >= 0; left += written > 0 ? written : 0)
        written = write(end, left, strlen(left));
}
