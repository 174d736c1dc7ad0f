/* Progress: runs in which only those workgroups go on to which a model of progress promises it. One in which a
 * workgroup waits for ever is an execution of that model. Then all go on, to see whose write it has waited for. */
#include "mmra/race/race_run.h"

enum { MOST_STRAYS = 3, MOST_STEPS = 20000 };

static bool is_alone(const struct race_run *run) {
    return run->options->progress == RACE_HSA || run->options->progress == RACE_UNFAIR;
}

void race_progress_begin(struct race_run *run, uint32_t *order) {
    const uint32_t count = run->program->group_count, progress = run->options->progress;
    struct race_held *held = &run->held;
    if (progress == RACE_FAIR)
        return;
    for (uint32_t g = 0; g < count && progress == RACE_LINEAR; g++)
        order[g] = g;
    held->begun = arena_allocate_array(run->arena, count, sizeof *held->begun);
    held->order = order;
    held->chosen = order[0];
    held->resident = run->options->seed % 2 && count > 1 ? 1 + race_draw(run, count - 1) : 1;
    held->strays = run->options->seed && is_alone(run) ? 2 + race_draw(run, MOST_STRAYS) : 0;
}

static uint32_t lowest(const struct race_run *run) {
    uint32_t group = 0;
    while (group + 1 < run->program->group_count && run->group_done[group])
        group++;
    return group;
}

/* Lets workgroups begin, in order, until as many run as are resident at once. */
static void begin_more(struct race_run *run) {
    struct race_held *held = &run->held;
    uint32_t running = 0;
    for (uint32_t i = 0; i < held->next; i++)
        running += !run->group_done[held->order[i]];
    for (; running < held->resident && held->next < run->program->group_count; running++)
        held->begun[held->order[held->next++]] = true;
}

void race_progress_choose(struct race_run *run) {
    struct race_held *held = &run->held;
    if (!held->begun || held->looks)
        return;
    if (!is_alone(run)) {
        begin_more(run);
        return;
    }
    held->strays -= held->strays != 0;
    for (uint32_t g = 0; run->options->progress == RACE_UNFAIR && g < run->program->group_count; g++)
        if (run->group_done[held->chosen])
            held->chosen = held->order[g];
    if (run->options->progress == RACE_HSA)
        held->chosen = lowest(run);
    held->begun[held->chosen] = true;
}

bool race_progress_lets(struct race_run *run, uint32_t group) {
    struct race_held *held = &run->held;
    if (!held->begun || held->looks)
        return true;
    if (held->strays && race_draw(run, 2))
        held->begun[group] = true;
    else if (is_alone(run))
        return group == held->chosen;
    return held->begun[group];
}

/* ---- who waits, and for whom ---- */

/* Adds what an invocation reads in memory of all groups each time that it goes round. */
static const struct model_operation *add_reads(struct race_run *run, uint32_t number) {
    struct race_held *held = &run->held;
    const struct model_operation *at = NULL;
    uint32_t before = held->read_count;
    held->waiting = number;
    bool round = race_goes_round(run, number, MOST_STEPS);
    for (uint32_t i = before; i < held->read_count && !at; i++)
        at = held->reads[i].operation->flags & MODEL_ATOMIC ? held->reads[i].operation : NULL;
    if (!round || held->read_count == RACE_WATCHED)
        held->read_count = before;
    return round ? at : NULL;
}

/* The first group in which some wait by atomics. Others of it may wait for these. */
static void tell_waiting(struct race_run *run) {
    struct race_held *held = &run->held;
    struct race_wait *wait = &run->answer->wait;
    const uint32_t size = run->program->group_size;
    for (uint32_t i = 0; i < run->thread_count && (!wait->at || i / size == wait->waiting); i++) {
        held->looks = false;
        bool waits = run->threads[i].status == RACE_RUNS && race_progress_lets(run, i / size);
        held->looks = true;
        const struct model_operation *at = waits ? add_reads(run, i) : NULL;
        if (at && !wait->at)
            *wait = (struct race_wait){at, i / size, UINT32_MAX, false};
    }
}

bool race_progress_release(struct race_run *run, bool go_round) {
    struct race_held *held = &run->held;
    bool all = true;
    if (!held->begun || held->looks)
        return false;
    for (uint32_t g = 0; g < run->program->group_count; g++)
        all &= run->group_done[g] || race_progress_lets(run, g);
    if (all)
        return false;
    held->strays = 0;
    if (go_round)
        tell_waiting(run);
    held->looks = held->is_told = true;
    held->waiting = UINT32_MAX;
    return true;
}
