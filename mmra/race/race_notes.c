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

/* ---- notes of those that have ended: what each adds to the one before it, as most are a few more ---- */

enum { PACKED = 10 }; /* bytes of one, at most */

/* Seven bits for each byte, the lowest first; the highest bit says that more follow. Numbers below 0 are odd. */
static uint8_t *pack(uint8_t *to, uint32_t number, uint32_t before) {
    const uint32_t more = number - before;
    uint32_t left = more >> 31 ? ~more << 1 | 1 : more << 1;
    for (; left >> 7; left >>= 7)
        *to++ = (uint8_t)(left | 0x80);
    *to++ = (uint8_t)left;
    return to;
}

static const uint8_t *unpack_one(const uint8_t *from, uint32_t *number) {
    uint32_t left = 0, shift = 0;
    for (; *from >> 7; shift += 7)
        left |= (uint32_t)(*from++ & 0x7F) << shift;
    left |= (uint32_t)*from++ << shift;
    *number += left & 1 ? ~(left >> 1) : left >> 1;
    return from;
}

static struct race_mark unpack(const uint8_t *from, uint32_t at) {
    struct race_mark mark = {0, 0};
    for (uint32_t i = 0; i <= at; i++)
        from = unpack_one(unpack_one(from, &mark.index), &mark.record);
    return mark;
}

void race_notes_end(struct race_run *run, uint32_t invocation) {
    struct race_marks *marks = &run->marks[invocation];
    uint8_t bytes[RACE_NOTES * PACKED], *end = bytes;
    struct race_mark before = {0, 0};
    if (run->options->without & RACE_WITHOUT_ENDS)
        return;
    for (uint32_t i = 0; i < race_note_count(run, invocation); i++) {
        end = pack(pack(end, marks->items[i].index, before.index), marks->items[i].record, before.record);
        before = marks->items[i];
    }
    race_pool_give(&run->pool, marks->items, marks->capacity * sizeof *marks->items);
    marks->capacity = 0;
    marks->packed = race_pool_take(&run->pool, (size_t)(end - bytes) + 1);
    memcpy(marks->packed, bytes, (size_t)(end - bytes));
}

struct race_note race_note_at(const struct race_run *run, uint32_t invocation, uint32_t at) {
    const struct race_marks *marks = &run->marks[invocation];
    const struct race_mark mark = marks->capacity ? marks->items[at] : unpack(marks->packed, at);
    struct race_note note = record_of(run, mark.record)->note;
    note.event.invocation = invocation;
    note.event.index = mark.index;
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
    race_tell_undefined(run, number, race_own(t)->unwritten);
    run->answer->unwritten =
        run->program->name(run->program->user, race_own(t)->unwritten_at, number / run->program->group_size);
}

void race_stop(struct race_run *run, uint32_t number, const struct program_instruction *at, const char *fault) {
    struct race_thread *t = &run->threads[number];
    bool beyond = fault == program_beyond;
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
    if (!run->answer->fault_at && race_own(t)->unwritten) { /* what is undefined has come from there, as a rule */
        run->answer->fault_at = race_own(t)->unwritten;
        run->answer->unwritten =
            run->program->name(run->program->user, race_own(t)->unwritten_at, number / run->program->group_size);
    }
    run->answer->out_of_bounds = beyond;
    run->answer->beyond = beyond ? race_tell_outside(run, number, at) : NULL;
}
