/* Atomics of one word by ever more invocations: a counter, a bin of a histogram. None is compared with the others as
 * long as all are alike (struct race_word), but one that is not may come, and race with each. Until then they are kept
 * as rows (race_pack.c), but for the last ones. */
#include "mmra/race/race_run.h"

enum { CHUNK = 1000, KNOWN = RACE_ROW_FURTHER, SINCE };

struct race_chunk {
    struct race_chunk *next;
    uint32_t used, rows;
    uint8_t bytes[CHUNK];
};

static uint8_t *room_in(struct race_run *run, struct race_crowd *crowd) {
    struct race_chunk *last = crowd->last;
    if (last && CHUNK - last->used >= RACE_PACKED)
        return last->bytes + last->used;
    struct race_chunk *chunk = race_pool_take(&run->pool, sizeof *chunk);
    *chunk = (struct race_chunk){0};
    *(last ? &last->next : &crowd->first) = chunk;
    crowd->last = chunk;
    return chunk->bytes;
}

static void add(struct race_run *run, struct race_crowd *crowd, const struct race_event *event) {
    uint64_t row[RACE_ROW] = {0};
    uint8_t *to = room_in(run, crowd);
    race_put_event(row, event);
    row[KNOWN] = (uintptr_t)event->known;
    row[SINCE] = event->since;
    crowd->once &= event->round == 1 && event->operation == crowd->operation;
    crowd->last->used = (uint32_t)(race_pack(to, row, &crowd->last_row) - crowd->last->bytes);
    crowd->last->rows++;
    crowd->count++;
}

void race_crowd_join(struct race_run *run, struct race_word *word) {
    struct race_location *location = word->location;
    struct race_accesses *writes = &word->writes;
    if (!location->crowd) {
        location->crowd = race_pool_take(&run->pool, sizeof *location->crowd);
        *location->crowd = (struct race_crowd){.once = true, .operation = writes->items[0].operation};
    }
    for (uint32_t i = 0; i + 1 < writes->count; i++)
        add(run, location->crowd, &writes->items[i]);
    writes->items[0] = writes->items[writes->count - 1];
    writes->count = 1;
}

uint32_t race_crowd_count(const struct race_word *word) {
    return word->location->crowd ? word->location->crowd->count : 0;
}

bool race_crowd_once(const struct race_word *word) {
    const struct race_crowd *crowd = word->location->crowd;
    bool once = crowd && crowd->once;
    for (uint32_t i = 0; i < word->writes.count && once; i++)
        once = word->writes.items[i].round == 1 && word->writes.items[i].operation == crowd->operation;
    return once;
}

void race_crowd_part(struct race_run *run, struct race_word *word) {
    struct race_crowd *crowd = word->location ? word->location->crowd : NULL;
    struct race_accesses all = {.compact_at = word->writes.compact_at};
    struct race_row row = {{0}, {0}};
    if (!crowd)
        return;
    for (struct race_chunk *chunk = crowd->first, *next; chunk; chunk = next) {
        const uint8_t *from = chunk->bytes;
        for (uint32_t i = 0; i < chunk->rows; i++) {
            from = race_unpack(from, &row);
            struct race_event *event = RACE_PUSH(&run->pool, all.items, all.count, all.capacity);
            *event = race_get_event(row.at);
            event->known = (struct race_known *)(uintptr_t)row.at[KNOWN];
            event->since = (uint32_t)row.at[SINCE];
        }
        next = chunk->next;
        race_pool_give(&run->pool, chunk, sizeof *chunk);
    }
    for (uint32_t i = 0; i < word->writes.count; i++)
        *RACE_PUSH(&run->pool, all.items, all.count, all.capacity) = word->writes.items[i];
    race_pool_give(&run->pool, word->writes.items, word->writes.capacity * sizeof *word->writes.items);
    race_pool_give(&run->pool, crowd, sizeof *crowd);
    word->writes = all;
    word->location->crowd = NULL;
}
