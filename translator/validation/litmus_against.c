#include "translator/validation/litmus_against.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/validation/litmus_hints.h"

/* ---- what both observe: columns ---- */

struct matching {
    struct against *against;
    struct arena *arena;
    struct validation_columns *columns;
    const char *fault; /* not NULL: what begins otherwise */
};

static uint32_t observation_of(const struct litmus *litmus, uint32_t thread, uint32_t number) {
    for (uint32_t i = 0; i < litmus->observations.count; i++)
        if (litmus->observations.items[i].thread == thread && litmus->observations.items[i].number == number)
            return i;
    return MODEL_NONE;
}

static struct outcome_value begins_as(const struct program_cell *cell, uint32_t shift, uint32_t bytes) {
    const uint64_t mask = bytes < 8 ? (UINT64_C(1) << bytes * 8) - 1 : UINT64_MAX;
    return (struct outcome_value){
        .known = true, .undefined = cell->undefined, .value = cell->undefined ? 0 : cell->initial >> shift * 8 & mask};
}

/* Some bytes of a cell of either program, or of both. What only one of them has is there from the beginning in the
 * other, which does not access it. */
static void add_bytes(struct matching *m, const struct program_cell *const cells[2], const uint64_t offsets[2],
                      uint32_t bytes) {
    const struct program_cell *named = cells[0] ? cells[0] : cells[1];
    const uint64_t within = cells[0] ? offsets[0] : offsets[1];
    struct validation_column column = {.thread = "", .name = named->name};
    struct outcome_value begins[2] = {{0}};
    for (int side = 0; side < 2; side++) {
        struct validation_part *part = &column.parts[side];
        *part = (struct validation_part){MODEL_NONE, (uint8_t)offsets[side], (uint8_t)bytes, {0}};
        if (!cells[side])
            continue;
        const struct litmus *litmus = m->against->programs[side];
        begins[side] = begins_as(cells[side], part->shift, bytes);
        part->observation = observation_of(litmus, MODEL_NONE, (uint32_t)(cells[side] - litmus->program.cells));
    }
    for (int side = 0; side < 2; side++)
        column.parts[side].initial = cells[side] ? begins[side] : begins[!side];
    if (bytes != named->bytes) {
        struct text text;
        text_init(&text, m->arena, 64);
        text_format(&text, "%s+%u", named->name, (uint32_t)within);
        column.name = text_finish(&text);
    }
    if (cells[0] && cells[1] && memcmp(&begins[0], &begins[1], sizeof begins[0]) != 0)
        m->fault = column.name;
    *ARENA_PUSH(m->arena, m->columns->items, m->columns->count, m->columns->capacity) = column;
}

/* The cells of a memory, in order of address. */
struct cells {
    const struct program_cell *items;
    uint32_t count, next;
    uint64_t base;
};

static struct cells cells_of(const struct litmus_spirv *module, const struct litmus_memory *memory) {
    const struct program *program = &module->litmus.program;
    struct cells found = {.items = program->cells};
    while (memory && found.count < program->cell_count && found.items->address < memory->address) {
        found.items++;
        found.count++;
    }
    uint32_t left = memory ? program->cell_count - found.count : 0;
    for (found.count = 0; found.count < left && found.items[found.count].address < memory->address + memory->bytes;)
        found.count++;
    found.base = memory ? memory->address : 0;
    return found;
}

/* The cell that has a byte, or, with *begins, the place where the next one begins. */
static const struct program_cell *cell_at(struct cells *cells, uint64_t offset, uint64_t *begins) {
    while (cells->next < cells->count) {
        const struct program_cell *cell = &cells->items[cells->next];
        if (cell->address - cells->base + cell->bytes <= offset) {
            cells->next++;
            continue;
        }
        *begins = cell->address - cells->base;
        return *begins <= offset ? cell : NULL;
    }
    *begins = UINT64_MAX;
    return NULL;
}

/* The programs may cut one memory in different ways: what no cell of either divides is compared as a whole. */
static void match_memory(struct matching *m, const struct litmus_memory *const memory[2]) {
    struct cells all[2];
    for (int side = 0; side < 2; side++)
        all[side] = cells_of(m->against->modules[side], memory[side]);
    for (uint64_t offset = 0, end; offset != UINT64_MAX; offset = end) {
        const struct program_cell *cells[2];
        uint64_t offsets[2] = {0, 0}, begins;
        end = UINT64_MAX;
        for (int side = 0; side < 2; side++) {
            cells[side] = cell_at(&all[side], offset, &begins);
            uint64_t stop = cells[side] ? begins + cells[side]->bytes : begins;
            offsets[side] = cells[side] ? offset - begins : 0;
            end = stop < end ? stop : end;
        }
        if (cells[0] || cells[1])
            add_bytes(m, cells, offsets, (uint32_t)(end - offset));
    }
}

static bool is_first(const struct litmus_spirv *module, uint32_t number) {
    return against_same_memory(&module->memory[number], module) == &module->memory[number];
}

static void match_modules(struct matching *m) {
    const struct litmus_spirv *a = m->against->modules[0];
    for (uint32_t i = 0; i < a->memory_count; i++)
        if (a->memory[i].storage_class != SpvStorageClassWorkgroup && is_first(a, i))
            match_memory(m, (const struct litmus_memory *const[]){
                                &a->memory[i], against_same_memory(&a->memory[i], m->against->modules[1])});
}

/* ---- of text: names ---- */

static uint32_t named(const struct litmus *litmus, const char *thread, const char *name) {
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        const struct observed *o = &litmus->observations.items[i];
        const struct program_thread *of = o->thread == MODEL_NONE ? NULL : &litmus->program.threads[o->thread];
        const char *called = of ? of->registers[o->number].name : litmus->program.cells[o->number].name;
        if (strcmp(of ? of->name : "", thread) == 0 && strcmp(called, name) == 0)
            return i;
    }
    return MODEL_NONE;
}

static const struct program_cell *cell_of(const struct litmus *litmus, uint32_t observation) {
    return observation == MODEL_NONE ? NULL : &litmus->program.cells[litmus->observations.items[observation].number];
}

/* A register that only one of them has is none of both. */
static void match_register(struct matching *m, const char *thread, const char *name, const uint32_t observations[2]) {
    m->against->lost_register |= observations[1] == MODEL_NONE;
    if (observations[0] == MODEL_NONE || observations[1] == MODEL_NONE) {
        against_note(&m->against->not_compared, m->arena, "%.64s:%.64s, a register of one program alone", thread, name);
        return;
    }
    *ARENA_PUSH(m->arena, m->columns->items, m->columns->count, m->columns->capacity) =
        (struct validation_column){thread, name, {{.observation = observations[0]}, {.observation = observations[1]}}};
}

/* Those of one program that no earlier side has shown. */
static void match_names(struct matching *m, int side) {
    const struct litmus *litmus = m->against->programs[side];
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        const struct observed *o = &litmus->observations.items[i];
        const bool is_cell = o->thread == MODEL_NONE;
        const char *thread = is_cell ? "" : litmus->program.threads[o->thread].name;
        const char *name = is_cell ? litmus->program.cells[o->number].name
                                   : litmus->program.threads[o->thread].registers[o->number].name;
        uint32_t both[2] = {named(m->against->programs[0], thread, name), named(m->against->programs[1], thread, name)};
        if (side && both[0] != MODEL_NONE)
            continue;
        if (!is_cell) {
            match_register(m, thread, name, both);
            continue;
        }
        const struct program_cell *cells[] = {cell_of(m->against->programs[0], both[0]),
                                              cell_of(m->against->programs[1], both[1])};
        if (cells[0] && cells[1] && cells[0]->bytes != cells[1]->bytes)
            m->fault = name;
        else
            add_bytes(m, cells, (const uint64_t[]){0, 0}, cells[0] ? cells[0]->bytes : cells[1]->bytes);
    }
}

/* Sets the columns; why that cannot be, or NULL. */
static const char *find_columns(struct against *against, struct arena *arena) {
    struct matching m = {.against = against, .arena = arena, .columns = &against->columns};
    struct text text;
    if (against->modules[0]) {
        match_modules(&m);
    } else {
        match_names(&m, 0);
        match_names(&m, 1);
    }
    if (!against->columns.count)
        against_note(&against->not_compared, arena, "outcomes: the two have no memory in common at the end");
    text_init(&text, arena, 128);
    text_format(&text, "%s begins with different values, or is cut into different parts, in the two",
                m.fault ? m.fault : "");
    return m.fault ? text_finish(&text) : NULL;
}

static bool match(struct validation_source *source, const struct litmus *other, struct arena *arena,
                  struct validation_columns *columns, struct validation *v) {
    const struct against *against = source->user;
    (void)other;
    (void)arena;
    (void)v;
    *columns = against->columns;
    return true;
}

/* ---- the question ---- */

static const char *compare_threads(const struct program *a, const struct program *b) {
    if (a->thread_count != b->thread_count)
        return "they have different numbers of threads";
    for (uint32_t i = 0; i < a->thread_count; i++)
        if (strcmp(a->threads[i].name, b->threads[i].name) != 0 ||
            memcmp(&a->threads[i].scopes, &b->threads[i].scopes, sizeof a->threads[i].scopes) != 0)
            return "their threads have different names or places";
    return NULL;
}

static bool give_other(struct validation_source *source, const struct map_options *options, struct arena *arena,
                       struct litmus *other, struct validation *v) {
    const struct against *against = source->user;
    (void)options;
    (void)arena;
    (void)v;
    *other = *against->programs[1];
    other->condition = other->filter = NULL;
    return true;
}

static const struct validation_pair *pair_of(const struct model *model, struct arena *arena) {
    struct validation_pair *pair = arena_allocate_array(arena, 1, sizeof *pair);
    *pair = (struct validation_pair){{model, model}, match, "the second"};
    return pair;
}

void against_check(struct against *against, const struct model *model, const struct explore_options *limits,
                   struct arena *arena) {
    const struct map_options unused = {0};
    if (against->modules[0])
        against->differs = against_interface(against->modules, &against->not_compared, arena);
    if (!against->differs)
        against->differs = compare_threads(&against->programs[0]->program, &against->programs[1]->program);
    if (!against->differs)
        against->differs = find_columns(against, arena);
    if (against->differs)
        return;
    validation_begin_pair(&against->source, against->programs[0], limits, pair_of(model, arena), give_other, against,
                          arena);
    validation_check(&against->source, &unused, arena, &against->found);
    if (against->modules[0])
        against->lost_volatile = against_count(against->modules, &against->hints, &against->not_compared, arena);
}

/* ---- what shows it ---- */

/* That each value which is known is what the outcome has. An undefined one may be any. */
static struct condition *condition_of(struct litmus *litmus, const struct outcome_value *outcome) {
    struct condition *all = condition_new(&litmus->program, CONDITION_TRUE, NULL, NULL);
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        if (!outcome[i].known || outcome[i].undefined)
            continue;
        struct condition *one = condition_new(&litmus->program, CONDITION_EQUAL, NULL, NULL);
        one->left = (struct condition_operand){false, i};
        one->right = (struct condition_operand){true, outcome[i].value};
        all = condition_new(&litmus->program, CONDITION_AND, all, one);
    }
    return all;
}

const char *against_execution(struct against *against, const struct explore_options *limits, struct arena *arena) {
    if (!against->found.outcome)
        return against->found.execution;
    struct litmus other = *against->programs[1];
    struct litmus_question question = {.model = against->source.pair->models[1], .options = *limits};
    struct litmus_answer answer;
    question.options.model = explore_defaults().model;
    other.filter = NULL;
    other.quantifier = LITMUS_EXISTS;
    other.condition = condition_of(&other, against->found.outcome);
    litmus_ask(&other, &question, arena, &answer);
    return answer.condition_witness.text;
}

/* What is found in the first program, changed, are outcomes of its own. */
static bool has_outcome(const struct against *against, const struct litmus_answer *answer, struct arena *arena) {
    const struct validation_columns *columns = &against->columns;
    struct outcomes found;
    struct outcome_value *row = arena_allocate_array(arena, columns->count + 1, sizeof *row);
    outcomes_init(&found, arena, columns->count);
    for (uint32_t k = 0; k < answer->found.count; k++) {
        validation_project(columns, 0, answer->found.rows[k], row);
        outcomes_add(&found, row);
    }
    return outcomes_cover(&found, against->found.row);
}

/* Whether two executions say the same of their races, but for the numbers of events. */
static bool is_same_race(const char *one, const char *other) {
    one = one ? strstr(one, "data race between") : NULL;
    other = other ? strstr(other, "data race between") : NULL;
    while (one && other && *one && *other) {
        one += strspn(one, "0123456789");
        other += strspn(other, "0123456789");
        if (*one != *other)
            return false;
        one += *one != '\0';
        other += *other != '\0';
    }
    return one && other && !*one && !*other;
}

uint32_t against_shows(const struct against *against, const struct litmus_answer *answer, struct arena *arena) {
    switch (against->found.excess) {
    case VALIDATION_EXCESS_RACE:
        return answer->race + (answer->race && is_same_race(answer->race_witness.text, against->found.execution));
    case VALIDATION_EXCESS_UNDEFINED:
        return answer->undefined;
    case VALIDATION_EXCESS_ENDLESS:
        return answer->endless;
    case VALIDATION_EXCESS_OUTCOME:
        return has_outcome(against, answer, arena);
    default:
        return false;
    }
}
