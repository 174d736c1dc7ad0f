#include "mmra/race/race_memory.h"

#define WORDS_SIZE (RACE_PAGE_WORDS * sizeof(struct race_word))

uint32_t race_ranges_up_to(const struct race_program *program, uint64_t address) {
    uint32_t low = 0, high = program->range_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->ranges[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Notes in `steps` that one more instruction writes from its first range on, and one fewer after its last: sums of
 * these tell which ranges are written at all. */
static void add_written(const struct race_program *program, const struct program_instruction *i, int32_t *steps) {
    bool anywhere = i->lowest == 0 && i->highest == 0;
    uint32_t first = anywhere ? 0 : race_ranges_up_to(program, i->lowest);
    uint32_t end = anywhere ? program->range_count : race_ranges_up_to(program, i->highest);
    const struct race_range *before = first ? &program->ranges[first - 1] : NULL;
    first -= before && i->lowest - before->address < before->bytes;
    if (first < end) {
        steps[first]++;
        steps[end]--;
    }
}

static void find_written(struct race_memory *memory) {
    const struct race_program *program = memory->program;
    int32_t *steps = arena_allocate_array(memory->pool->arena, program->range_count + 1, sizeof *steps), sum = 0;
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++) {
            const struct program_instruction *in = &program->codes[c].code[i];
            if (in->opcode == PROGRAM_ACCESS && in->operation.kind & MODEL_WRITE)
                add_written(program, in, steps);
        }
    for (uint32_t i = 0; i < program->range_count; i++)
        memory->pages[i].written = (sum += steps[i]) != 0;
}

void race_memory_init(struct race_memory *memory, const struct race_program *program, struct race_pool *pool) {
    struct arena *arena = pool->arena;
    *memory = (struct race_memory){.pool = pool, .program = program};
    memory->pages = arena_allocate_array(arena, program->range_count + 1, sizeof *memory->pages);
    for (uint32_t i = 0; i < program->range_count; i++) {
        const struct race_range *range = &program->ranges[i];
        struct race_pages *pages = &memory->pages[i];
        pages->range = range;
        pages->count = (uint32_t)(range->bytes / RACE_PAGE + 1);
        pages->first = arena_allocate_array(arena, pages->count, sizeof *pages->first);
        pages->pages = range->per_group ? arena_allocate_array(arena, (size_t)pages->count * program->group_count,
                                                               sizeof *pages->pages)
                                        : pages->first;
    }
    find_written(memory);
}

static bool has(const struct race_range *range, uint64_t address, uint32_t bytes) {
    return address >= range->address && address - range->address < range->bytes &&
           bytes <= range->bytes - (address - range->address);
}

struct race_pages *race_memory_find(struct race_memory *memory, uint64_t address, uint32_t bytes) {
    if (memory->last && has(memory->last->range, address, bytes))
        return memory->last;
    uint32_t count = race_ranges_up_to(memory->program, address);
    const struct race_range *range = count ? &memory->program->ranges[count - 1] : NULL;
    if (!range || !has(range, address, bytes))
        return NULL;
    memory->last = &memory->pages[count - 1];
    return memory->last;
}

static struct race_page *new_page(struct race_memory *memory, const struct race_pages *pages,
                                  const struct race_page *like) {
    struct race_page *page = race_pool_take(memory->pool, sizeof *page);
    memset(page, 0, sizeof *page);
    memset(page->known, pages->range->undefined ? 0 : 0xFF, sizeof page->known);
    if (like) {
        memcpy(page->bytes, like->bytes, sizeof page->bytes);
        memcpy(page->known, like->known, sizeof page->known);
    }
    return page;
}

static inline struct race_page *page_of(struct race_memory *memory, struct race_pages *pages, uint32_t group,
                                        uint64_t offset) {
    const size_t number = offset / RACE_PAGE;
    struct race_page **page = &pages->pages[pages->range->per_group ? group * (size_t)pages->count + number : number];
    if (!*page)
        *page = new_page(memory, pages, pages->first[number]);
    return *page;
}

/* Most accesses are of one. */
static bool is_word(uint64_t offset, uint32_t bytes) {
    return bytes == RACE_WORD && offset % RACE_WORD == 0;
}

static uint32_t read_word(const struct race_page *page, uint64_t at) {
    const uint8_t *from = page->bytes + at;
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void write_word(struct race_page *page, uint64_t at, uint32_t value, bool known) {
    uint8_t *to = page->bytes + at, *flags = &page->known[at / 8];
    for (uint32_t i = 0; i < RACE_WORD; i++)
        to[i] = (uint8_t)(value >> 8 * i);
    *flags = (uint8_t)((*flags & ~(0xF << at % 8)) | (known ? 0xF << at % 8 : 0));
}

bool race_memory_read(struct race_memory *memory, struct race_pages *pages, uint32_t group, uint64_t address,
                      uint32_t bytes, uint64_t *value) {
    const struct race_page *page = NULL;
    const uint64_t first = address - pages->range->address;
    bool known = true;
    *value = 0;
    if (is_word(first, bytes)) {
        page = page_of(memory, pages, group, first);
        *value = read_word(page, first % RACE_PAGE);
        return (page->known[first % RACE_PAGE / 8] >> first % 8 & 0xF) == 0xF;
    }
    for (uint32_t i = 0; i < bytes; i++) {
        uint64_t offset = address - pages->range->address + i;
        uint32_t at = (uint32_t)(offset % RACE_PAGE);
        if (!page || !at)
            page = page_of(memory, pages, group, offset);
        *value |= (uint64_t)page->bytes[at] << 8 * i;
        known &= page->known[at / 8] >> at % 8 & 1;
    }
    return known;
}

static void write_page(struct race_page *page, uint32_t at, uint8_t byte, bool known) {
    page->bytes[at] = byte;
    page->known[at / 8] = (uint8_t)((page->known[at / 8] & ~(1 << at % 8)) | known << at % 8);
}

void race_memory_write(struct race_memory *memory, struct race_pages *pages, uint32_t group, uint64_t address,
                       uint32_t bytes, uint64_t value, bool known) {
    const uint64_t first = address - pages->range->address;
    if (is_word(first, bytes)) {
        write_word(page_of(memory, pages, group, first), first % RACE_PAGE, (uint32_t)value, known);
        return;
    }
    for (uint32_t i = 0; i < bytes; i++) {
        uint64_t offset = address - pages->range->address + i;
        write_page(page_of(memory, pages, group, offset), (uint32_t)(offset % RACE_PAGE), (uint8_t)(value >> 8 * i),
                   known);
    }
}

struct race_word *race_memory_word(struct race_memory *memory, struct race_pages *pages, uint32_t group,
                                   uint64_t address) {
    uint64_t offset = address - pages->range->address;
    struct race_page *page = page_of(memory, pages, group, offset);
    if (!page->words) {
        if (page->packed) {
            race_cold_wake(memory, page);
        } else {
            page->words = race_pool_take(memory->pool, WORDS_SIZE);
            arena_clear(memory->pool->arena, page->words, WORDS_SIZE);
        }
        if (!pages->range->per_group)
            race_cold_note(memory, page);
    }
    page->touched = true;
    return &page->words[offset % RACE_PAGE / RACE_WORD];
}

/* ---- the end of a group ---- */

static void give_accesses(struct race_memory *memory, struct race_order *order, struct race_accesses *accesses) {
    for (uint32_t i = 0; i < accesses->count; i++)
        race_order_forget(order, accesses->items[i].known);
    race_pool_give(memory->pool, accesses->items, accesses->capacity * sizeof *accesses->items);
}

static void end_page(struct race_memory *memory, struct race_order *order, struct race_page *page) {
    for (uint32_t i = 0; page->words && i < RACE_PAGE_WORDS; i++) {
        give_accesses(memory, order, &page->words[i].writes);
        give_accesses(memory, order, &page->words[i].reads);
        if (page->words[i].location)
            race_order_end_location(order, page->words[i].location);
    }
    race_pool_give(memory->pool, page->words, WORDS_SIZE);
    race_pool_give(memory->pool, page, sizeof *page);
}

void race_memory_end(struct race_memory *memory, struct race_order *order, uint32_t group) {
    for (uint32_t r = 0; r < memory->program->range_count; r++) {
        struct race_pages *pages = &memory->pages[r];
        struct race_page **of_group = pages->pages + (size_t)group * pages->count;
        for (uint32_t i = 0; pages->range->per_group && i < pages->count; i++) {
            if (of_group[i])
                end_page(memory, order, of_group[i]);
            of_group[i] = NULL;
        }
    }
}

/* ---- what it holds at first ---- */

void race_memory_set(struct race_memory *memory, uint64_t address, uint32_t bytes, uint64_t value) {
    struct race_pages *pages = race_memory_find(memory, address, bytes);
    for (uint32_t i = 0; pages && i < bytes; i++) {
        uint64_t offset = address - pages->range->address + i;
        struct race_page **page = &pages->first[offset / RACE_PAGE];
        if (!*page)
            *page = new_page(memory, pages, NULL);
        write_page(*page, (uint32_t)(offset % RACE_PAGE), (uint8_t)(value >> 8 * i), true);
    }
}

/* ---- what it holds at the end ---- */

uint32_t race_memory_get(struct race_memory *memory, uint64_t address) {
    struct race_pages *pages = race_memory_find(memory, address, 1);
    uint64_t value;
    return pages && race_memory_read(memory, pages, 0, address, 1, &value) ? (uint32_t)value : UINT32_MAX;
}
