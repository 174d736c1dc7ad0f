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

/* ---- notes of those that have ended ---- */

enum { SEQUENCE = RACE_ROW_FURTHER, SOURCE, SOURCE_AT, INSTANCE };
enum { RECORD = RACE_ROW_INVOCATION }; /* all are of one invocation */
enum { ENDED_BLOCK = 1 << 16 };

/* A record that several share stays, and is the row's. */
static void put_note(const struct race_run *run, const struct race_mark *mark, uint64_t *row) {
    const struct race_record *record = record_of(run, mark->record);
    const uint64_t before = row[RECORD];
    row[RACE_ROW_INDEX] = mark->index;
    row[RECORD] = (uint64_t)mark->record << 1 | 1;
    if (record->marks > 1)
        return;
    race_put_event(row, &record->note.event);
    row[RECORD] = before & ~UINT64_C(1);
    row[INSTANCE] = record->note.instance;
    row[SEQUENCE] = record->note.sequence;
    row[SOURCE] = record->note.source_invocation;
    row[SOURCE_AT] = record->note.source_at;
}

/* The row that the first one is compared with. */
static struct race_row row_before(const struct race_run *run, uint32_t invocation) {
    struct race_row row = {{0}, {0}};
    row.at[RACE_ROW_OPERATION] = (uintptr_t)&run->threads[invocation].code->code[0].operation;
    row.at[SOURCE] = invocation;
    return row;
}

static struct race_note unpack(const struct race_run *run, uint32_t invocation, uint32_t at) {
    const uint8_t *from = run->marks[invocation].packed;
    struct race_row last = row_before(run, invocation);
    const uint64_t *row = last.at;
    for (uint32_t i = 0; i <= at; i++)
        from = race_unpack(from, &last);
    struct race_note note = {.event = race_get_event(row),
                             .instance = row[INSTANCE],
                             .sequence = row[SEQUENCE],
                             .source_invocation = (uint32_t)row[SOURCE],
                             .source_at = (uint32_t)row[SOURCE_AT]};
    if (row[RECORD] & 1)
        note = record_of(run, (uint32_t)(row[RECORD] >> 1))->note;
    note.event.invocation = invocation;
    note.event.index = (uint32_t)row[RACE_ROW_INDEX];
    return note;
}

static uint8_t *keep(struct race_run *run, const uint8_t *bytes, size_t size) {
    struct race_records *records = &run->records;
    if ((size_t)(records->packed_end - records->packed) < size) {
        records->packed = arena_allocate(run->arena, ENDED_BLOCK);
        records->packed_end = records->packed + ENDED_BLOCK;
    }
    uint8_t *kept = records->packed;
    if (size)
        memcpy(kept, bytes, size);
    records->packed += size;
    return kept;
}

void race_notes_end(struct race_run *run, uint32_t invocation) {
    struct race_marks *marks = &run->marks[invocation];
    uint8_t bytes[RACE_NOTES * RACE_PACKED], *end = bytes;
    struct race_row last = row_before(run, invocation);
    uint64_t row[RACE_ROW];
    if (run->options->without & RACE_WITHOUT_ENDS)
        return;
    memcpy(row, last.at, sizeof row);
    for (uint32_t i = 0; i < race_note_count(run, invocation); i++) {
        put_note(run, &marks->items[i], row);
        end = race_pack(end, row, &last);
        if (!(row[RECORD] & 1))
            unmark(run, marks->items[i].record);
    }
    race_pool_give(&run->pool, marks->items, marks->capacity * sizeof *marks->items);
    marks->capacity = 0;
    marks->packed = keep(run, bytes, (size_t)(end - bytes));
}

struct race_note race_note_at(const struct race_run *run, uint32_t invocation, uint32_t at) {
    const struct race_marks *marks = &run->marks[invocation];
    if (!marks->capacity)
        return unpack(run, invocation, at);
    struct race_note note = record_of(run, marks->items[at].record)->note;
    note.event.invocation = invocation;
    note.event.index = marks->items[at].index;
    return note;
}

/* ---- turns ---- */

uint32_t race_draw(struct race_run *run, uint32_t limit) {
    run->random = run->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((run->random >> 33) % limit);
}

void race_tell_undefined(struct race_run *run, uint32_t number, const struct model_operation *at) {
    if (run->answer->fault || race_split_give_up(run))
        return;
    run->answer->fault = "an undefined value";
    run->answer->fault_at = at;
    run->answer->fault_invocation = number;
}

void race_tell_unwritten(struct race_run *run, uint32_t number) {
    const struct race_thread *t = &run->threads[number];
    if (run->answer->fault || race_split_give_up(run))
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
    if (race_split_give_up(run))
        return;
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
