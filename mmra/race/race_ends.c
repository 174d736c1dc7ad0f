/* Memory that outlives a run is compared, at its end, with that of the first run: other orders may leave other results
 * though no two accesses race. */
#include "mmra/race/race_run.h"

enum { MOST_PAGES = 2048 };

struct race_kept {
    uint8_t bytes[RACE_PAGE];
    uint8_t known[RACE_PAGE / 8];
    const struct model_operation *last[RACE_PAGE_WORDS]; /* that has written the word */
};

static bool has_words(const struct race_page *page) {
    return page && (page->words || page->packed);
}

/* To be called before its words are read; true: race_cold_rest() is to follow. */
static bool wake(struct race_run *run, struct race_page *page) {
    const bool rests = page->packed;
    if (rests)
        race_cold_wake(&run->memory, page);
    return rests;
}

static const struct model_operation *last_write(const struct race_page *page, uint32_t word) {
    const struct race_accesses *writes = page->words ? &page->words[word].writes : NULL;
    return writes && writes->count ? writes->items[writes->count - 1].operation : NULL;
}

static bool outlives(const struct race_pages *pages) {
    return pages->written && !pages->range->per_group && !pages->range->undefined;
}

static struct race_kept *keep(struct race_run *run, struct arena *arena, struct race_page *page) {
    struct race_kept *kept = arena_allocate(arena, sizeof *kept);
    const bool rests = wake(run, page);
    memcpy(kept->bytes, page->bytes, sizeof kept->bytes);
    memcpy(kept->known, page->known, sizeof kept->known);
    for (uint32_t w = 0; w < RACE_PAGE_WORDS; w++)
        kept->last[w] = last_write(page, w);
    if (rests)
        race_cold_rest(&run->memory, page);
    return kept;
}

static void keep_all(struct race_run *run, struct race_ends *ends) {
    const uint32_t ranges = run->program->range_count;
    uint32_t count = 0;
    ends->pages = arena_allocate_array(ends->arena, ranges + 1, sizeof *ends->pages);
    for (uint32_t r = 0; r < ranges; r++) {
        const struct race_pages *pages = &run->memory.pages[r];
        if (!outlives(pages))
            continue;
        ends->pages[r] = arena_allocate_array(ends->arena, pages->count, sizeof *ends->pages[r]);
        for (uint32_t p = 0; p < pages->count && count < MOST_PAGES; p++)
            if (has_words(pages->first[p])) {
                ends->pages[r][p] = keep(run, ends->arena, pages->first[p]);
                count++;
            }
    }
}

/* ---- another run ---- */

static uint32_t word_at(const uint8_t *bytes, uint32_t word) {
    uint32_t value;
    memcpy(&value, bytes + (size_t)word * RACE_WORD, sizeof value);
    return value;
}

static struct race_end *end_of(struct race_ends *ends, uint64_t address, const struct model_operation *at) {
    for (uint32_t i = 0; i < ends->count; i++)
        if (ends->items[i].at->origin == at->origin)
            return &ends->items[i];
    if (ends->count == RACE_ENDS) {
        ends->more = true;
        return NULL;
    }
    ends->items[ends->count] = (struct race_end){.at = at, .address = address};
    return &ends->items[ends->count++];
}

static void add_value(struct race_end *end, uint32_t value) {
    for (uint32_t i = 0; i < end->value_count; i++)
        if (end->values[i] == value)
            return;
    if (end->value_count < RACE_END_VALUES)
        end->values[end->value_count++] = value;
}

static void compare_word(struct race_ends *ends, uint64_t address, const struct race_kept *kept,
                         const struct race_page *page, uint32_t word) {
    const struct model_operation *now = last_write(page, word), *at = now ? now : kept->last[word];
    const uint32_t before = word_at(kept->bytes, word), after = word_at(page->bytes, word);
    struct race_end *end = before != after && at ? end_of(ends, address, at) : NULL;
    if (!end)
        return;
    end->runs += end->last_run != ends->runs;
    end->last_run = ends->runs;
    if (end->address != address)
        return;
    add_value(end, before);
    add_value(end, after);
}

static void compare_page(struct race_run *run, struct race_ends *ends, uint64_t address, const struct race_kept *kept,
                         struct race_page *page) {
    if (memcmp(kept->known, page->known, sizeof kept->known) != 0 ||
        memcmp(kept->bytes, page->bytes, sizeof kept->bytes) == 0)
        return; /* what is undefined may be anything */
    const bool rests = wake(run, page);
    for (uint32_t w = 0; w < RACE_PAGE_WORDS; w++)
        compare_word(ends, address + (uint64_t)w * RACE_WORD, kept, page, w);
    if (rests)
        race_cold_rest(&run->memory, page);
}

/* ---- what atomics read ---- */

static struct race_reads *reads_of(struct race_reads *items, uint32_t *count, const struct model_operation *at) {
    for (uint32_t i = 0; i < *count; i++)
        if (items[i].at->origin == at->origin)
            return &items[i];
    if (*count == RACE_READS)
        return NULL;
    items[*count] = (struct race_reads){.at = at};
    return &items[(*count)++];
}

void race_ends_note(struct race_run *run, const struct program_instruction *i, const struct race_event *event) {
    const struct race_thread *t = &run->threads[event->invocation];
    struct race_reads *reads = reads_of(run->reads, &run->read_count, &i->operation);
    if (!reads || i->target == MODEL_NONE)
        return;
    uint64_t who = (uint64_t)event->invocation + 1, what = t->registers[i->target] + 1;
    reads->target = i->target;
    reads->sum += who * UINT64_C(0x9E3779B97F4A7C15) * (what * UINT64_C(0xBF58476D1CE4E5B9) ^ what >> 29);
    reads->repeats |= event->round > 1;
}

static void compare_reads(const struct race_run *run, struct race_ends *ends) {
    for (uint32_t i = 0; i < run->read_count; i++) {
        const struct race_reads *now = &run->reads[i];
        struct race_reads *first = reads_of(ends->reads, &ends->read_count, now->at);
        if (!first)
            continue;
        first->runs += ends->runs > 1 && first->sum != now->sum;
        first->target = now->target;
        first->sum = ends->runs > 1 ? first->sum : now->sum;
        first->repeats |= now->repeats;
    }
}

static bool is_one_of(const uint8_t *made, struct program_operand o) {
    return o.kind == PROGRAM_REGISTER && made[o.value];
}

static bool is_condition(const struct program_instruction *i) {
    return i->alu >= PROGRAM_COMPARE;
}

/* Follows numbers, not conditions, from the register on. */
static const struct program_instruction *store_of(const struct program_thread *code, uint32_t from, uint8_t *made) {
    bool more = true;
    memset(made, 0, code->register_count + 1);
    made[from] = 1;
    for (uint32_t round = 0; more && round < code->code_count; round++) {
        more = false;
        for (uint32_t k = 0; k < code->code_count; k++) {
            const struct program_instruction *i = &code->code[k];
            bool first = is_one_of(made, i->a) && i->alu != PROGRAM_SELECT;
            bool uses = first || is_one_of(made, i->b) || is_one_of(made, i->c);
            if (i->opcode == PROGRAM_ACCESS && i->operation.kind & MODEL_WRITE && is_one_of(made, i->b) &&
                i->operation.storage_class == 0 && i->operation.object)
                return i;
            if (i->opcode != PROGRAM_COMPUTE || !uses || is_condition(i) || made[i->target])
                continue;
            made[i->target] = 1;
            more = true;
        }
    }
    return NULL;
}

void race_ends_conclude(const struct race_program *program, struct race_ends *ends) {
    const bool differ = ends->count != 0;
    for (uint32_t r = 0; r < ends->read_count && !differ && ends->count < RACE_ENDS; r++) {
        const struct race_reads *reads = &ends->reads[r];
        const struct program_instruction *store = NULL;
        for (uint32_t c = 0; c < program->code_count && reads->runs && !reads->repeats && !store; c++) {
            const struct program_thread *code = &program->codes[c];
            if (reads->target < code->register_count)
                store = store_of(code, reads->target,
                                 arena_allocate_array(ends->arena, code->register_count + 1, sizeof(uint8_t)));
        }
        if (store)
            ends->items[ends->count++] =
                (struct race_end){.at = &store->operation,
                                  .made_of = reads->at,
                                  .address = store->a.kind == PROGRAM_CONSTANT ? store->a.value : 0,
                                  .runs = reads->runs};
    }
}

/* ---- a run ---- */

void race_ends_look(struct race_run *run, struct race_ends *ends) {
    ends->runs++;
    compare_reads(run, ends);
    if (ends->runs == 1) {
        keep_all(run, ends);
        return;
    }
    for (uint32_t r = 0; r < run->program->range_count; r++) {
        const struct race_pages *pages = &run->memory.pages[r];
        for (uint32_t p = 0; ends->pages[r] && p < pages->count; p++)
            if (ends->pages[r][p] && pages->first[p])
                compare_page(run, ends, pages->range->address + (uint64_t)p * RACE_PAGE, ends->pages[r][p],
                             pages->first[p]);
    }
}
