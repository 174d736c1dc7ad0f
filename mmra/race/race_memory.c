#include "mmra/race/race_memory.h"

static bool may_write(const struct program_instruction *i, const struct race_range *range) {
    bool anywhere = i->lowest == 0 && i->highest == 0;
    return i->opcode == PROGRAM_ACCESS && i->operation.kind & MODEL_WRITE &&
           (anywhere || (i->lowest < range->address + range->bytes && i->highest >= range->address));
}

static bool is_written(const struct race_program *program, const struct race_range *range) {
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            if (may_write(&program->codes[c].code[i], range))
                return true;
    return false;
}

void race_memory_init(struct race_memory *memory, const struct race_program *program, struct arena *arena) {
    *memory = (struct race_memory){.arena = arena, .program = program};
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
        pages->written = is_written(program, range);
    }
}

struct race_pages *race_memory_find(struct race_memory *memory, uint64_t address, uint32_t bytes) {
    for (uint32_t n = 0, i = memory->last; n < memory->program->range_count; n++, i++) {
        i = i == memory->program->range_count ? 0 : i;
        const struct race_range *range = &memory->program->ranges[i];
        uint64_t offset = address - range->address;
        if (address < range->address || offset >= range->bytes || bytes > range->bytes - offset)
            continue;
        memory->last = i;
        return &memory->pages[i];
    }
    return NULL;
}

static struct race_page *new_page(struct race_memory *memory, const struct race_pages *pages,
                                  const struct race_page *like) {
    struct race_page *page = arena_allocate_array(memory->arena, 1, sizeof *page);
    memset(page->known, pages->range->undefined ? 0 : 0xFF, sizeof page->known);
    if (like) {
        memcpy(page->bytes, like->bytes, sizeof page->bytes);
        memcpy(page->known, like->known, sizeof page->known);
    }
    return page;
}

static struct race_page *page_of(struct race_memory *memory, struct race_pages *pages, uint32_t group,
                                 uint64_t offset) {
    uint32_t number = (uint32_t)(offset / RACE_PAGE);
    struct race_page **page =
        pages->range->per_group ? &pages->pages[(size_t)group * pages->count + number] : &pages->first[number];
    if (!*page)
        *page = new_page(memory, pages, pages->first[number]);
    return *page;
}

bool race_memory_read(struct race_memory *memory, struct race_pages *pages, uint32_t group, uint64_t address,
                      uint32_t bytes, uint64_t *value) {
    bool known = true;
    *value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        uint64_t offset = address - pages->range->address + i;
        const struct race_page *page = page_of(memory, pages, group, offset);
        uint32_t at = (uint32_t)(offset % RACE_PAGE);
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
    if (!page->words)
        page->words = arena_allocate_array(memory->arena, RACE_PAGE_WORDS, sizeof *page->words);
    return &page->words[offset % RACE_PAGE / RACE_WORD];
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
