/* A step does this to the run around it: notes of events, draws, the end of an invocation. */
#include <string.h>

#include "mmra/race/race_run.h"

/* ---- notes ---- */

enum { BLOCK = 256 };

static struct race_record *record_of(const struct race_run *run, uint32_t number) {
    return &run->records.blocks[number / BLOCK][number % BLOCK];
}

static uint32_t new_record(struct race_run *run) {
    struct race_records *records = &run->records;
    uint32_t number = records->free;
    if (number != UINT32_MAX) {
        records->free = record_of(run, number)->next;
        return number;
    }
    if (records->count == records->block_count * BLOCK)
        *RACE_PUSH(&run->pool, records->blocks, records->block_count, records->block_capacity) =
            arena_allocate(run->arena, BLOCK * sizeof **records->blocks);
    return records->count++;
}

static void unmark(struct race_run *run, uint32_t number) {
    struct race_record *record = record_of(run, number);
    if (--record->marks)
        return;
    record->next = run->records.free;
    run->records.free = number;
}

static void mark(struct race_run *run, const struct race_event *event, uint32_t number) {
    struct race_marks *marks = &run->marks[event->invocation];
    record_of(run, number)->marks++;
    const struct race_mark new = {event->index, number};
    if (marks->count < RACE_NOTES) {
        *RACE_PUSH(&run->pool, marks->items, marks->count, marks->capacity) = new;
        return;
    }
    struct race_mark *at = &marks->items[marks->count++ % RACE_NOTES];
    unmark(run, at->record);
    *at = new;
}

void race_note(struct race_run *run, const struct race_event *event, uint64_t instance,
               const struct race_event *source) {
    uint32_t number = run->records.last = new_record(run);
    *record_of(run, number) = (struct race_record){.note = {.event = *event,
                                                            .instance = instance,
                                                            .sequence = ++run->sequence,
                                                            .source_invocation = source ? source->invocation : 0,
                                                            .source_at = source ? source->index : 0}};
    mark(run, event, number);
}

void race_note_too(struct race_run *run, const struct race_event *event) {
    mark(run, event, run->records.last);
}

uint32_t race_note_count(const struct race_run *run, uint32_t invocation) {
    uint32_t count = run->marks[invocation].count;
    return count < RACE_NOTES ? count : RACE_NOTES;
}

struct race_note race_note_at(const struct race_run *run, uint32_t invocation, uint32_t at) {
    const struct race_mark *mark = &run->marks[invocation].items[at];
    struct race_note note = record_of(run, mark->record)->note;
    note.event.invocation = invocation;
    note.event.index = mark->index;
    return note;
}

/* ---- turns ---- */

uint32_t race_draw(struct race_run *run, uint32_t limit) {
    run->random = run->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((run->random >> 33) % limit);
}

void race_tell_undefined(struct race_run *run, uint32_t number, const struct model_operation *at) {
    if (run->answer->fault)
        return;
    run->answer->fault = "an undefined value";
    run->answer->fault_at = at;
    run->answer->fault_invocation = number;
}

void race_tell_unwritten(struct race_run *run, uint32_t number) {
    const struct race_thread *t = &run->threads[number];
    if (run->answer->fault)
        return;
    race_tell_undefined(run, number, t->unwritten);
    run->answer->unwritten = run->program->name(run->program->user, t->unwritten_at, number / run->program->group_size);
}

void race_stop(struct race_run *run, uint32_t number, const struct program_instruction *at, const char *fault) {
    struct race_thread *t = &run->threads[number];
    bool beyond = at->opcode == PROGRAM_ACCESS && strcmp(fault, "an access out of bounds") == 0;
    t->status = RACE_STOPPED;
    run->changes++;
    /* Undefined behaviour is told rather than an abort, and rather than an access that a larger size may mend. */
    if (run->answer->fault && (run->answer->fault != program_aborts || fault == program_aborts) &&
        (!run->answer->out_of_bounds || beyond || fault == program_aborts))
        return;
    run->answer->fault = fault;
    run->answer->fault_at = at->operation.kind || at->opcode == PROGRAM_ABORT ? &at->operation : NULL;
    run->answer->fault_invocation = number;
    run->answer->unwritten = NULL;
    if (!run->answer->fault_at && t->unwritten) { /* what is undefined has come from there, as a rule */
        run->answer->fault_at = t->unwritten;
        run->answer->unwritten =
            run->program->name(run->program->user, t->unwritten_at, number / run->program->group_size);
    }
    run->answer->out_of_bounds = beyond;
    run->answer->beyond = beyond ? race_tell_outside(run, number, at) : NULL;
}
