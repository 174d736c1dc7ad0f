/* What was done last to each dword of memory, or to each byte where something accesses less than a dword. */
#include "mmra/machine/machine_race_state.h"

static uint64_t page_count(uint64_t bytes) {
    return bytes / (4 * RACE_PAGE) + 1;
}

struct race_page *race_make_pages(struct machine_race *race, uint64_t bytes) {
    return arena_allocate_array(race->arena, page_count(bytes), sizeof(struct race_page));
}

/* ---- readers ---- */

void race_drop_reads(struct machine_race *race, struct race_granule *granule) {
    while (granule->more) {
        struct race_reader *reader = &race->readers[granule->more];
        uint32_t at = granule->more;
        granule->more = reader->next & INT32_MAX;
        reader->next = race->free_reader;
        race->free_reader = at;
    }
    granule->read.number = 0;
}

static uint32_t new_reader(struct machine_race *race) {
    uint32_t at = race->free_reader;
    if (at) {
        race->free_reader = race->readers[at].next;
        return at;
    }
    if (!race->reader_count) /* number 0 is none */
        *ARENA_PUSH(race->arena, race->readers, race->reader_count, race->reader_capacity) = (struct race_reader){0};
    at = race->reader_count;
    (void)ARENA_PUSH(race->arena, race->readers, race->reader_count, race->reader_capacity);
    return at;
}

/* The newest read comes first; of a wave its newest one stays, and of all so many. */
void race_add_read(struct machine_race *race, struct race_granule *granule, const struct race_record *record) {
    if (granule->read.number && granule->read.wave != record->wave) {
        uint32_t kept = 0, *link = NULL, at = granule->more;
        for (; at; at = race->readers[at].next) {
            if (race->readers[at].record.wave == record->wave || ++kept == RACE_MOST_READS)
                break;
            link = &race->readers[at].next;
        }
        if (!at) {
            at = new_reader(race);
            race->readers[at].next = granule->more;
            granule->more = at & INT32_MAX;
        } else if (link) { /* to the front */
            *link = race->readers[at].next;
            race->readers[at].next = granule->more;
            granule->more = at & INT32_MAX;
        }
        race->readers[at].record = granule->read;
    }
    granule->read = *record;
}

/* ---- pages ---- */

static void clear_granule(struct machine_race *race, struct race_granule *granule) {
    race_drop_release(race, granule->release);
    race_drop_reads(race, granule);
    memset(granule, 0, sizeof *granule);
}

void race_clear_pages(struct machine_race *race, struct race_page *pages, uint64_t bytes) {
    for (uint64_t p = 0; p < page_count(bytes); p++)
        for (uint32_t k = 0; pages[p].granules && k < (pages[p].is_fine ? 4u * RACE_PAGE : (uint32_t)RACE_PAGE); k++)
            clear_granule(race, &pages[p].granules[k]);
}

/* One more that knows the same. */
static void copy_granule(struct machine_race *race, struct race_granule *to, const struct race_granule *from) {
    *to = *from;
    to->more = 0;
    race_hold_release(race, to->release);
    for (uint32_t at = from->more; at; at = race->readers[at].next) {
        uint32_t one = new_reader(race);
        race->readers[one] = race->readers[at];
        race->readers[one].next = to->more;
        to->more = one & INT32_MAX;
    }
}

static void refine(struct machine_race *race, struct race_page *page) {
    struct race_granule *fine = arena_allocate_array(race->arena, 4 * (size_t)RACE_PAGE, sizeof *fine);
    for (uint32_t k = 0; k < RACE_PAGE; k++) {
        for (uint32_t byte = 0; byte < 4; byte++) {
            copy_granule(race, &fine[4 * k + byte], &page->granules[k]);
            memcpy(&fine[4 * k + byte].before, (const uint8_t *)&page->granules[k].before + byte, 1);
        }
        clear_granule(race, &page->granules[k]);
    }
    arena_give_back(race->arena, page->granules);
    page->granules = fine;
    page->is_fine = true;
}

uint32_t race_granules(struct machine_race *race, struct race_page *pages, uint64_t at, uint64_t size,
                       struct race_granule **first, uint64_t *covered) {
    struct race_page *page = &pages[at / (4 * RACE_PAGE)];
    uint32_t within = (uint32_t)(at % (4 * RACE_PAGE));
    *covered = size < 4 * RACE_PAGE - within ? size : 4 * RACE_PAGE - within;
    if (!page->granules)
        page->granules = arena_allocate_array(race->arena, RACE_PAGE, sizeof *page->granules);
    if (!page->is_fine && (within | *covered) % 4)
        refine(race, page);
    *first = &page->granules[page->is_fine ? within : within / 4];
    return (uint32_t)(page->is_fine ? *covered : *covered / 4);
}
