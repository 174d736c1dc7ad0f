/* The memory of a run: what it holds, and who has accessed it. Private to race*.c. */
#ifndef MMRA_RACE_MEMORY_H
#define MMRA_RACE_MEMORY_H

#include "mmra/race/race_order.h"

enum { RACE_PAGE = 4096, RACE_WORD = 4, RACE_PAGE_WORDS = RACE_PAGE / RACE_WORD };

/* The accesses to a word that may still be one side of a race. A read is compared with writes alone. */
struct race_word {
    struct race_accesses writes, reads;
    bool alike;     /* all are atomics of the whole word, in scopes that have all invocations */
    bool merged;    /* some access stands for others that made available or visible, too */
    bool kept;      /* not all are such that a barrier separates them from later ones (race_phase.c) */
    uint8_t stale;  /* of the writes the first is of an earlier phase, and nothing is compared with it: 0 or 1 */
    uint32_t phase; /* in which the others are */
    struct race_location *location;
};

struct race_page {
    uint8_t bytes[RACE_PAGE];
    uint8_t known[RACE_PAGE / 8]; /* a bit for each byte: it is defined */
    struct race_word *words;      /* NULL: no access was noted, or they are packed */
    uint8_t *packed;              /* race_cold.c; or NULL */
    uint32_t packed_size;
    bool touched; /* since the last sweep */
};

struct race_pages {
    const struct race_range *range;
    uint32_t count;           /* for one group */
    struct race_page **first; /* what each group begins with, or where all share it, the memory itself */
    struct race_page **pages; /* of all groups */
    bool written;             /* some instruction may write there */
};

struct race_memory {
    struct race_pool *pool;
    const struct race_program *program;
    struct race_pages *pages; /* of each range */
    struct race_pages *last;  /* that was found; or NULL */
    struct race_page **warm;  /* of all groups, with words */
    uint32_t warm_count, warm_capacity;
    uint32_t sweep_at; /* so many make a sweep; and one more for each that was woken since the start */
    uint32_t woken;
};

void race_memory_init(struct race_memory *memory, const struct race_program *program, struct race_pool *pool);
/* Called when no invocation of the group will access memory any more: frees what only the group could reach. */
void race_memory_end(struct race_memory *memory, struct race_order *order, uint32_t group);
/* The range that has all of these bytes; NULL: they lie outside. */
struct race_pages *race_memory_find(struct race_memory *memory, uint64_t address, uint32_t bytes);
/* False: what is read is undefined. */
bool race_memory_read(struct race_memory *memory, struct race_pages *pages, uint32_t group, uint64_t address,
                      uint32_t bytes, uint64_t *value);
void race_memory_write(struct race_memory *memory, struct race_pages *pages, uint32_t group, uint64_t address,
                       uint32_t bytes, uint64_t value, bool known);
struct race_word *race_memory_word(struct race_memory *memory, struct race_pages *pages, uint32_t group,
                                   uint64_t address);

/* race_cold.c: notes that a page of all groups has words; unpacks those of one; packs them again, or says that they
 * have more than there is room for; and packs those of all pages to which nobody has come lately, if there are many, or
 * at once. */
void race_cold_note(struct race_memory *memory, struct race_page *page);
void race_cold_wake(struct race_memory *memory, struct race_page *page);
bool race_cold_rest(struct race_memory *memory, struct race_page *page);
/* Nobody will ask for the words of a page any more. */
void race_cold_forget(struct race_memory *memory, struct race_page *page);
void race_cold_sweep(struct race_memory *memory, bool at_once);

#endif
