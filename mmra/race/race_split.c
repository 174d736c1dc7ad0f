/* A run in parts: each process takes some of the workgroups, with memory as it is at first. Then the parts are held
 * against each other, word by word of the memory that all groups share. If they have not met there, the run as a whole
 * would have been the same; else it runs as a whole, which says what there is to say. So what is told never hangs on
 * how many processes there are.
 *
 * Why: the whole run takes the groups in the same order, part after part. Let no part have accessed a word that another
 * one has written. Then each read finds there what it finds in its part; so each invocation does the same, and of the
 * accesses to a word that is written all are of one part, which has compared them. Synchronization leads from one group
 * to another by words as well, from a write to a read. What the run stops for, or tells of (a race, a fault, an access
 * out of bounds, atomics whose order may show, a group that does not come to its end in its turn), a part gives up for.
 *
 * Parts may also meet in a word to which each has done the same atomic operation, which commutes, and of which nobody
 * reads what it returns (race_commute.c). No two of these are compared, as all are alike, and the sum is the same in
 * any order. They may hand over order from one part to another; nobody takes it, if no invocation acquires anything by
 * such an atomic or after it. */
#include <stdatomic.h>

#include "mmra/base/attempt.h"
#include "mmra/race/race_run.h"

/* A part has done this to a word: from COUNTED on, an operation of enum ir_rmw and nothing else. */
enum { NOTHING, READ, WRITTEN, COUNTED };

struct page {
    uint32_t range, number;
    uint8_t words[RACE_PAGE_WORDS];
    uint8_t bytes[RACE_PAGE];
};

/* A part says this when it ends, and its `groups` as it goes on. */
struct part {
    _Atomic uint32_t groups;
    uint32_t page_count;
    bool may_learn;
    uint64_t steps, accesses, atomics, synchronizations;
};

/* The last three lie in shared memory, for each part. */
struct race_parts {
    struct race_run *run;
    uint32_t count;
    size_t code_bytes; /* a byte for each instruction of all codes */
    size_t page_count; /* of all memory that groups share */
    bool is_whole;     /* the part has come to its end */
    bool may_meet;     /* where they count */
    struct page **met; /* of all these pages: what the parts so far have done; or NULL */
    struct part *parts;
    uint8_t *ran;
    struct page *pages;
};

/* ---- in a part ---- */

static bool is_silent(const struct race_run *run) {
    const struct race_answer *a = run->answer;
    return !a->refused && !a->stopped && !a->fault && !a->count && !a->doubt_count && !a->left_out && !a->assumed &&
           !a->by_text && !a->outside && !a->ordered && !run->order.learned && !run->order.mixed;
}

static struct part *part_of(const struct race_run *run) {
    return run->parts->parts;
}

void race_split_look(struct race_run *run) {
    atomic_store(&part_of(run)->groups, run->answer->groups);
    if (!is_silent(run))
        race_split_give_up(run);
}

static uint8_t use_of(const struct race_word *word) {
    const struct race_location *location = word->location;
    if (!word->writes.count && !word->reads.count)
        return NOTHING;
    if (!word->writes.count)
        return READ;
    const bool counts = word->alike && location && location->modified && location->bytes == RACE_WORD &&
                        word->writes.items[0].reference == MODEL_NONE;
    return counts ? (uint8_t)(COUNTED + location->rmw) : WRITTEN;
}

/* False: something that was written is undefined. */
static bool put_page(struct race_run *run, struct race_page *from, struct page *to) {
    bool known = true;
    if (from->packed)
        race_cold_wake(&run->memory, from);
    for (uint32_t w = 0; w < RACE_PAGE_WORDS; w++) {
        to->words[w] = use_of(&from->words[w]);
        known &= to->words[w] < WRITTEN || (from->known[w / 2] >> w % 2 * RACE_WORD & 0xF) == 0xF;
    }
    memcpy(to->bytes, from->bytes, sizeof to->bytes);
    race_cold_forget(&run->memory, from);
    return known;
}

static bool put_pages(struct race_run *run, struct part *part) {
    bool known = true;
    for (uint32_t r = 0; r < run->program->range_count; r++) {
        const struct race_pages *pages = &run->memory.pages[r];
        for (uint32_t p = 0; !pages->range->per_group && p < pages->count; p++) {
            struct race_page *page = pages->first[p];
            if (!page || !(page->words || page->packed))
                continue;
            struct page *to = &run->parts->pages[part->page_count++];
            to->range = r;
            to->number = p;
            known &= put_page(run, page, to);
        }
    }
    return known;
}

static void put_part(struct race_run *run) {
    const struct race_program *program = run->program;
    struct part *part = part_of(run);
    uint8_t *ran = run->parts->ran;
    part->may_learn = run->order.may_learn;
    part->steps = run->answer->steps;
    part->accesses = run->answer->accesses;
    part->atomics = run->answer->atomics;
    part->synchronizations = run->answer->synchronizations;
    for (uint32_t c = 0; program->ran && c < program->code_count; ran += program->codes[c++].code_count)
        memcpy(ran, program->ran[c], program->codes[c].code_count);
    run->parts->is_whole = put_pages(run, part);
}

static uint32_t first_of(const struct race_parts *parts, uint32_t part) {
    return (uint32_t)((uint64_t)parts->run->program->group_count * part / parts->count);
}

struct one_part {
    struct race_parts *parts;
    uint32_t number;
};

static void do_part(void *user) {
    const struct one_part *one = user;
    struct race_parts *parts = one->parts;
    if (race_run_groups(parts->run, first_of(parts, one->number), first_of(parts, one->number + 1)) &&
        is_silent(parts->run))
        put_part(parts->run);
}

static bool work(void *job, uint32_t number) {
    struct race_parts *parts = job;
    struct one_part one = {parts, number};
    parts->run->parts = parts;
    parts->parts += number;
    parts->ran += parts->code_bytes * number;
    parts->pages += parts->page_count * number;
    return arena_attempt(parts->run->arena, do_part, &one) && parts->is_whole;
}

/* ---- in the process that has the run ---- */

static bool goes_on(void *job) {
    const struct race_parts *parts = job;
    const struct race_options *options = parts->run->options;
    parts->run->answer->groups = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->run->answer->groups += atomic_load(&parts->parts[i].groups);
    return !options->goes_on || options->goes_on(options->goes_on_user);
}

static uint32_t word_at(const uint8_t *bytes, uint32_t word) {
    const uint8_t *from = bytes + (size_t)word * RACE_WORD;
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void set_word(uint8_t *bytes, uint32_t word, uint64_t value) {
    for (uint32_t i = 0; i < RACE_WORD; i++)
        bytes[(size_t)word * RACE_WORD + i] = (uint8_t)(value >> 8 * i);
}

/* Adds to one part's result in a word what the other part has done to its first value. */
static uint64_t count_both(uint8_t rmw, uint32_t before, uint32_t one, uint32_t other) {
    const struct program_instruction i = {.alu = PROGRAM_READ_MODIFY_WRITE, .rmw = rmw, .width = 8 * RACE_WORD};
    const uint32_t done = rmw == IR_RMW_ADD   ? other - before
                          : rmw == IR_RMW_SUB ? before - other
                          : rmw == IR_RMW_XOR ? other ^ before
                                              : other;
    uint64_t result = 0;
    program_compute(&i, 0, one, done, &result);
    return result;
}

/* False: the parts have met. */
static bool join_word(const struct race_parts *parts, struct page *to, const struct page *from, uint32_t w) {
    const struct race_page *first = parts->run->memory.pages[to->range].first[to->number];
    const uint8_t one = to->words[w], other = from->words[w];
    uint64_t value = word_at(from->bytes, w);
    if (other == NOTHING || (one == READ && other == READ))
        return true;
    if (one >= COUNTED && one == other && parts->may_meet)
        value = count_both(one - COUNTED, first ? word_at(first->bytes, w) : 0, word_at(to->bytes, w), (uint32_t)value);
    else if (one != NOTHING)
        return false;
    to->words[w] = other;
    set_word(to->bytes, w, value);
    return true;
}

static bool join_page(const struct race_parts *parts, struct page **met, struct page *page) {
    bool apart = true;
    for (uint32_t w = 0; w < RACE_PAGE_WORDS && apart && *met; w++)
        apart = join_word(parts, *met, page, w);
    *met = *met ? *met : page;
    return apart;
}

/* The first of the pages of a range, of all that groups share. */
static size_t first_page(const struct race_run *run, uint32_t range) {
    size_t first = 0;
    for (uint32_t r = 0; r < range; r++)
        first += run->memory.pages[r].range->per_group ? 0 : run->memory.pages[r].count;
    return first;
}

static bool are_apart(struct race_parts *parts) {
    bool apart = true, may_learn = false;
    for (uint32_t i = 0; i < parts->count; i++)
        may_learn |= parts->parts[i].may_learn;
    parts->may_meet = !may_learn;
    parts->met = arena_allocate_array(parts->run->arena, parts->page_count, sizeof(struct page *));
    for (uint32_t i = 0; i < parts->count; i++)
        for (uint32_t p = 0; p < parts->parts[i].page_count && apart; p++) {
            struct page *page = &parts->pages[parts->page_count * i + p];
            const size_t at = first_page(parts->run, page->range) + page->number;
            apart = join_page(parts, &parts->met[at], page);
        }
    return apart;
}

static void take_memory(struct race_parts *parts, const struct page *page) {
    struct race_memory *memory = &parts->run->memory;
    struct race_pages *pages = &memory->pages[page->range];
    const uint64_t address = pages->range->address + (uint64_t)page->number * RACE_PAGE;
    for (uint32_t w = 0; w < RACE_PAGE_WORDS; w++)
        if (page->words[w] >= WRITTEN)
            race_memory_write(memory, pages, 0, address + (uint64_t)w * RACE_WORD, RACE_WORD, word_at(page->bytes, w),
                              true);
}

static void take_ran(const struct race_parts *parts, const uint8_t *ran) {
    const struct race_program *program = parts->run->program;
    for (uint32_t c = 0; program->ran && c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            program->ran[c][i] |= *ran++;
}

static void take(struct race_parts *parts) {
    struct race_answer *answer = parts->run->answer;
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->parts[i];
        answer->steps += part->steps;
        answer->accesses += part->accesses;
        answer->atomics += part->atomics;
        answer->synchronizations += part->synchronizations;
        take_ran(parts, parts->ran + parts->code_bytes * i);
    }
    for (size_t p = 0; p < parts->page_count; p++)
        if (parts->met[p])
            take_memory(parts, parts->met[p]);
    answer->groups = parts->run->program->group_count;
    answer->parts = parts->count;
}

/* A limit that the run comes near may end it in the middle. */
static bool keeps_limit(const struct race_parts *parts) {
    const uint64_t most = parts->run->options->steps;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        steps += parts->parts[i].steps;
    return !most || steps < most / 2;
}

/* Without a second order, progress, or what a run of values alone leaves out. */
static bool may_split(const struct race_run *run) {
    const struct race_options *options = run->options;
    return options->processes && !options->seed && options->progress == RACE_FAIR && !options->values_alone &&
           !options->turn;
}

static bool share(struct race_parts *parts) {
    const struct race_program *program = parts->run->program;
    for (uint32_t c = 0; c < program->code_count; c++)
        parts->code_bytes += program->codes[c].code_count;
    parts->page_count = first_page(parts->run, program->range_count);
    const size_t each = sizeof(struct page) * parts->page_count + parts->code_bytes + sizeof(struct part);
    uint8_t *shared = parts->page_count < SIZE_MAX / 2 / sizeof(struct page) / parts->count
                          ? parts->run->options->processes->share(each * parts->count)
                          : NULL;
    if (!shared)
        return false;
    parts->parts = (struct part *)(void *)shared;
    parts->pages = (struct page *)(void *)(shared + sizeof(struct part) * parts->count);
    parts->ran = shared + (each - parts->code_bytes) * parts->count;
    return true;
}

bool race_split_run(struct race_run *run) {
    const struct race_processes *processes = run->options->processes;
    const uint32_t groups = run->program->group_count;
    struct race_parts parts = {.run = run};
    if (!may_split(run))
        return false;
    parts.count = processes->count < groups ? processes->count : groups;
    const bool done = parts.count > 1 && share(&parts) && processes->run(parts.count, work, goes_on, &parts) &&
                      keeps_limit(&parts) && are_apart(&parts);
    run->answer->groups = 0;
    if (done)
        take(&parts);
    return done;
}
