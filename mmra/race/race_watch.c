/* A workgroup waits for ever where a model of progress promises no more (race_progress.c): what it reads, and who
 * writes that once all go on. */
#include "mmra/race/race_run.h"

static bool is_watched(const struct race_held *held, uint32_t at, const struct race_event *event) {
    return event->address < held->reads[at].address + held->reads[at].bytes &&
           held->reads[at].address < event->address + event->bytes;
}

static void add_read(struct race_held *held, const struct race_event *event) {
    if (event->invocation != held->waiting || !(event->kind & MODEL_READ) || held->read_count == RACE_WATCHED)
        return;
    held->reads[held->read_count].operation = event->operation;
    held->reads[held->read_count].invocation = event->invocation;
    held->reads[held->read_count].address = event->address;
    held->reads[held->read_count++].bytes = event->bytes;
}

/* Another group writes what an invocation reads that waits: the first such one speaks for its group. */
static void tell_awaited(struct race_run *run, uint32_t group, const struct race_event *event) {
    struct race_held *held = &run->held;
    struct race_wait *wait = &run->answer->wait;
    for (uint32_t i = 0; i < held->read_count; i++) {
        bool speaks = held->waiting == UINT32_MAX || held->waiting == held->reads[i].invocation;
        if (!speaks || !is_watched(held, i, event))
            continue;
        held->waiting = held->reads[i].invocation;
        wait->at = held->reads[i].operation;
        wait->awaited = group;
        wait->begun = held->begun[group];
    }
}

void race_progress_look(struct race_run *run, const struct race_event *event, bool changed) {
    struct race_held *held = &run->held;
    const struct race_wait *wait = &run->answer->wait;
    const uint32_t group = event->invocation / run->program->group_size;
    if (run->at->range->per_group || held->is_over)
        return;
    if (!held->is_told) {
        add_read(held, event);
    } else if (event->invocation == held->waiting) {
        held->is_over = true;
        for (uint32_t i = 0; i < held->read_count; i++)
            held->is_over &= held->reads[i].invocation != held->waiting || !is_watched(held, i, event);
    } else if (wait->at && changed && group != wait->waiting) {
        tell_awaited(run, group, event);
    }
}
