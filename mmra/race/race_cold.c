/* Little is needed of memory that workgroups have written long ago: whoever still reads or writes there, and a list of
 * what raced. So pages that no workgroup has come to for a while keep their words as rows (race_pack.c), a few bytes
 * for each access in place of some 200, until an access comes. A page that comes back makes the next sweep later, so
 * that accesses without any order of addresses do not pack and unpack for ever. */
#include "mmra/race/race_memory.h"
#include "mmra/race/race_run.h"

enum { WARM_PAGES = 64, ROOM = 1 << 19, ROWS_OF_WORD = 64 };
enum { KNOWN = RACE_ROW_FURTHER, SINCE };
/* The columns of a word's own row are the same for most words. */
enum { WRITES = RACE_ROW_VALUE, READS, FLAGS, PHASE, WRITES_COMPACT_AT, READS_COMPACT_AT };

/* The rows before, of words and of their writes and reads. */
struct rows {
    struct race_row words, writes, reads;
};

static bool may_rest(const struct race_page *page) {
    for (uint32_t i = 0; i < RACE_PAGE_WORDS; i++)
        if (page->words[i].location || page->words[i].writes.count + page->words[i].reads.count > ROWS_OF_WORD)
            return false;
    return true;
}

/* ---- packing ---- */

static uint8_t *pack_accesses(uint8_t *to, const struct race_accesses *accesses, struct race_row *last) {
    for (uint32_t i = 0; i < accesses->count; i++) {
        uint64_t row[RACE_ROW] = {0};
        race_put_event(row, &accesses->items[i]);
        row[KNOWN] = (uintptr_t)accesses->items[i].known;
        row[SINCE] = accesses->items[i].index - accesses->items[i].since;
        to = race_pack(to, row, last);
    }
    return to;
}

static uint8_t *pack_word(uint8_t *to, const struct race_word *word, struct rows *rows) {
    const uint64_t row[RACE_ROW] = {
        [WRITES] = word->writes.count,
        [READS] = word->reads.count,
        [FLAGS] = (uint64_t)word->alike | (uint64_t)word->merged << 1 | (uint64_t)word->kept << 2 |
                  (uint64_t)word->stale << 3,
        [PHASE] = word->phase,
        [WRITES_COMPACT_AT] = word->writes.compact_at,
        [READS_COMPACT_AT] = word->reads.compact_at,
    };
    to = race_pack(to, row, &rows->words);
    to = pack_accesses(to, &word->writes, &rows->writes);
    return pack_accesses(to, &word->reads, &rows->reads);
}

static void give_accesses(struct race_pool *pool, struct race_accesses *accesses) {
    race_pool_give(pool, accesses->items, accesses->capacity * sizeof *accesses->items);
}

static void give_words(struct race_pool *pool, struct race_page *page) {
    for (uint32_t i = 0; i < RACE_PAGE_WORDS; i++) {
        give_accesses(pool, &page->words[i].writes);
        give_accesses(pool, &page->words[i].reads);
    }
    race_pool_give(pool, page->words, RACE_PAGE_WORDS * sizeof *page->words);
    page->words = NULL;
}

void race_cold_forget(struct race_memory *memory, struct race_page *page) {
    give_words(memory->pool, page);
}

bool race_cold_rest(struct race_memory *memory, struct race_page *page) {
    struct race_pool *pool = memory->pool;
    uint8_t *const room = race_pool_take(pool, ROOM), *end = room;
    struct rows rows = {0};
    bool fits = true;
    for (uint32_t i = 0; i < RACE_PAGE_WORDS && fits; i++) {
        fits = room + ROOM - end >= (ROWS_OF_WORD + 1) * RACE_PACKED;
        end = fits ? pack_word(end, &page->words[i], &rows) : end;
    }
    if (fits) {
        page->packed_size = (uint32_t)(end - room);
        page->packed = race_pool_take(pool, page->packed_size);
        memcpy(page->packed, room, page->packed_size);
        give_words(pool, page);
    }
    race_pool_give(pool, room, ROOM);
    return fits;
}

/* ---- and back ---- */

static const uint8_t *unpack_accesses(struct race_pool *pool, const uint8_t *from, struct race_accesses *accesses,
                                      uint64_t count, uint64_t compact_at, struct race_row *last) {
    *accesses = (struct race_accesses){.count = (uint32_t)count, .capacity = (uint32_t)count};
    accesses->compact_at = (uint32_t)compact_at;
    accesses->items = count ? race_pool_take(pool, count * sizeof *accesses->items) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct race_event *event = &accesses->items[i];
        from = race_unpack(from, last);
        *event = race_get_event(last->at);
        event->known = (struct race_known *)(uintptr_t)last->at[KNOWN];
        event->since = event->index - (uint32_t)last->at[SINCE];
    }
    return from;
}

static const uint8_t *unpack_word(struct race_pool *pool, const uint8_t *from, struct race_word *word,
                                  struct rows *rows) {
    const uint64_t *row = rows->words.at;
    from = race_unpack(from, &rows->words);
    word->alike = row[FLAGS] & 1;
    word->merged = row[FLAGS] >> 1 & 1;
    word->kept = row[FLAGS] >> 2 & 1;
    word->stale = row[FLAGS] >> 3 & 1;
    word->phase = (uint32_t)row[PHASE];
    from = unpack_accesses(pool, from, &word->writes, row[WRITES], row[WRITES_COMPACT_AT], &rows->writes);
    return unpack_accesses(pool, from, &word->reads, row[READS], row[READS_COMPACT_AT], &rows->reads);
}

void race_cold_wake(struct race_memory *memory, struct race_page *page) {
    const uint8_t *from = page->packed;
    struct rows rows = {0};
    page->words = race_pool_take(memory->pool, RACE_PAGE_WORDS * sizeof *page->words);
    arena_clear(memory->pool->arena, page->words, RACE_PAGE_WORDS * sizeof *page->words);
    for (uint32_t i = 0; i < RACE_PAGE_WORDS; i++)
        from = unpack_word(memory->pool, from, &page->words[i], &rows);
    race_pool_give(memory->pool, page->packed, page->packed_size);
    page->packed = NULL;
    memory->woken++;
}

/* ---- which ---- */

void race_cold_note(struct race_memory *memory, struct race_page *page) {
    *RACE_PUSH(memory->pool, memory->warm, memory->warm_count, memory->warm_capacity) = page;
}

void race_cold_sweep(struct race_memory *memory, bool at_once) {
    uint32_t kept = 0;
    if (!at_once && memory->warm_count < memory->sweep_at + memory->woken)
        return;
    for (uint32_t i = 0; i < memory->warm_count; i++) {
        struct race_page *page = memory->warm[i];
        if ((page->touched && !at_once) || !may_rest(page) || !race_cold_rest(memory, page))
            memory->warm[kept++] = page;
        page->touched = false;
    }
    memory->warm_count = kept;
    memory->sweep_at = kept + kept / 2 + WARM_PAGES; /* what stays is looked at again when there is half as much more */
}
