#include "translator/program/litmus_unset.h"

#include <string.h>

#include "mmra/base/text.h"

enum { MOST_UNSET = 256 };
#define MOST_FILLED (UINT64_C(1) << 24) /* bytes of a memory whose contents are tried */

/* ---- which memory nobody chose ---- */

static bool is_given(const struct litmus_race *race, uint32_t memory) {
    const struct litmus_memory *all = race->spirv.memory;
    for (uint32_t i = 0; i < race->reader.given_count; i++)
        if (all[race->reader.given[i]->part.variable->first_memory].address == all[memory].address)
            return true;
    return false;
}

/* Memory of which somebody has said something holds what was said. */
static bool is_unset(const struct litmus_race *race, uint32_t memory) {
    const struct grid_variable *owner = race->reader.owners[memory];
    return owner->kind == GRID_SHARED && owner->type->opcode != SpvOpTypeAccelerationStructureKHR &&
           !race->reader.addressed_count && !is_given(race, memory);
}

static bool is_array(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray;
}

/* The offset at which the array at the end begins; an array of descriptors, and an image, are that as a whole. */
static uint64_t tail_of(struct litmus_race *race, uint32_t memory) {
    struct grid_reader *g = &race->reader;
    const struct spirv_type *type = g->owners[memory]->type;
    if (g->owners[memory]->image || is_array(type))
        return 0;
    if (type->opcode == SpvOpTypeStruct && type->count && is_array(grid_type(g, NULL, type->members[type->count - 1])))
        return grid_member(g, type, type->count - 1)->offset;
    return race->spirv.memory[memory].bytes;
}

bool litmus_unset_is_in(const struct litmus_memory *memory, uint64_t address) {
    return address >= memory->address && address - memory->address < memory->bytes;
}

bool litmus_unset_meets(const struct litmus_memory *memory, const struct program_instruction *in, uint64_t from,
                        uint64_t to) {
    const bool is_fixed = in->a.kind == PROGRAM_CONSTANT;
    const uint64_t begin = is_fixed ? in->a.value : in->lowest, end = is_fixed ? begin + in->bytes : in->highest;
    return (!is_fixed && !end) || (begin < memory->address + to && end > memory->address + from);
}

static void note_access(const struct litmus_memory *memory, struct unset_memory *unset,
                        const struct program_instruction *in) {
    const bool writes = in->operation.kind & MODEL_WRITE, is_atomic = in->operation.flags & MODEL_ATOMIC;
    if (litmus_unset_meets(memory, in, 0, unset->tail)) {
        unset->head_is_written |= writes;
        unset->head_has_atomics |= is_atomic;
    }
    if (litmus_unset_meets(memory, in, unset->tail, memory->bytes)) {
        unset->tail_is_written |= writes;
        unset->tail_has_atomics |= is_atomic;
        unset->tail_is_indexed |= in->operation.kind & MODEL_READ && in->a.kind != PROGRAM_CONSTANT;
    }
}

static void settle(const struct litmus_race *race, struct unset_memory *unset) {
    unset->of_head = unset->head_is_written || unset->head_has_atomics ? 0 : UNSET_NUMBER;
    if (unset->tail_is_indexed)
        unset->of_tail = unset->tail_has_atomics && !race->fills_kept ? 0 : UNSET_CONTENTS;
    else
        unset->of_tail = unset->tail_is_written || unset->tail_has_atomics ? 0 : UNSET_NUMBER;
}

const struct unset_memory *litmus_unset_memories(struct litmus_race *race) {
    const uint32_t memories = race->spirv.memory_count;
    if (race->unset_memories)
        return race->unset_memories;
    struct unset_memory *all = arena_allocate_array(race->reader.arena, memories + 1, sizeof *all);
    for (uint32_t m = 0; m < memories; m++)
        all[m].tail = tail_of(race, m);
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++)
            for (uint32_t m = 0; race->program.codes[c].code[i].opcode == PROGRAM_ACCESS && m < memories; m++)
                note_access(&race->spirv.memory[m], &all[m], &race->program.codes[c].code[i]);
    for (uint32_t m = 0; m < memories; m++)
        if (is_unset(race, m))
            settle(race, &all[m]);
    race->unset_memories = all;
    return all;
}

/* ---- numbers ---- */

static bool is_number(const struct unset_memory *unset, const struct litmus_memory *memory,
                      const struct program_instruction *in) {
    return (unset->of_head == UNSET_NUMBER && litmus_unset_meets(memory, in, 0, unset->tail)) ||
           (unset->of_tail == UNSET_NUMBER && litmus_unset_meets(memory, in, unset->tail, memory->bytes));
}

static void note(struct litmus_race *race, const struct program_instruction *in, struct unset *list, uint32_t *count) {
    const struct unset_memory *unset = litmus_unset_memories(race);
    if (in->opcode != PROGRAM_ACCESS || in->operation.kind != MODEL_READ || in->a.kind != PROGRAM_CONSTANT ||
        in->bytes != 4 || in->operation.float_bits || *count == MOST_UNSET)
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (list[i].address == in->a.value)
            return;
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (is_number(&unset[m], &race->spirv.memory[m], in)) {
            list[(*count)++] = (struct unset){in->a.value, &in->operation};
            return;
        }
}

struct unset *litmus_unset_list(struct litmus_race *race, uint32_t *count) {
    struct unset *list = arena_allocate_array(race->reader.arena, MOST_UNSET, sizeof *list);
    *count = 0;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++)
            note(race, &race->program.codes[c].code[i], list, count);
    return list;
}

/* The number that comes after another one. */
static uint64_t next_number(const struct litmus_race *race, uint64_t number) {
    enum { MOST_NUMBER = 1 << 16 };
    return race->unset_differ && number < MOST_NUMBER ? number * race->unset : number + race->unset_differ;
}

static void fill_numbers(struct litmus_race *race, struct race_memory *memory) {
    uint32_t count = 0;
    const struct unset *list = race->unset ? litmus_unset_list(race, &count) : NULL;
    uint64_t number = race->unset;
    for (uint32_t i = 0; i < count; i++, number = next_number(race, number))
        race_memory_set(memory, list[i].address, 4, number);
}

uint64_t litmus_unset_at(struct litmus_race *race, uint64_t address) {
    uint32_t count = 0;
    const struct unset *list = race->unset ? litmus_unset_list(race, &count) : NULL;
    uint64_t number = race->unset;
    for (uint32_t i = 0; i < count; i++, number = next_number(race, number))
        if (list[i].address == address)
            return number;
    return 0;
}

/* ---- contents ---- */

/* Whether the instruction may access the memory. */
static bool accesses(const struct litmus_race *race, uint32_t memory, const struct model_operation *operation) {
    const struct litmus_memory *at = &race->spirv.memory[memory];
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            if (in->opcode == PROGRAM_ACCESS && in->operation.origin == operation->origin &&
                litmus_unset_meets(at, in, 0, at->bytes))
                return true;
        }
    return false;
}

static bool is_filled(struct litmus_race *race, uint32_t memory) {
    const struct unset_memory *unset = &litmus_unset_memories(race)[memory];
    return unset->of_tail == UNSET_CONTENTS && race->spirv.memory[memory].bytes <= MOST_FILLED &&
           unset->tail < race->spirv.memory[memory].bytes &&
           (race->reader.owners[memory]->image || !is_array(race->reader.owners[memory]->type));
}

uint32_t litmus_unset_filled(struct litmus_race *race) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        count += is_filled(race, m);
    return count;
}

const char *litmus_unset_names(struct litmus_race *race, const struct model_operation *except) {
    enum { MOST_NAMES = 12 };
    struct text text;
    uint32_t count = 0;
    text_init(&text, race->reader.arena, 64);
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (is_filled(race, m) && !(except && accesses(race, m, except)) && count++ <= MOST_NAMES)
            text_format(&text, "%s%s", count > 1 ? ", " : "",
                        count <= MOST_NAMES ? grid_memory_name(&race->reader, m) : "...");
    return text_finish(&text);
}

/* The way through the elements of an array. */
struct filler {
    struct litmus_race *race;
    struct race_memory *memory;
    const struct grid_variable *variable;
};

/* Gives a scalar its number in the array, counted up, or down. */
static void put(const struct filler *f, const struct spirv_type *type, uint64_t address, uint64_t number,
                uint64_t count) {
    uint64_t value = f->race->contents == RACE_CONTENTS_UP ? number : count - 1 - number;
    const uint32_t bytes = type->width / 8;
    const float real = f->variable->image ? (float)value / (float)count : (float)value; /* of a texel, up to 1 */
    if (type->opcode == SpvOpTypeFloat && type->width != 32)
        return;
    if (type->opcode == SpvOpTypeFloat)
        memcpy(&value, &real, sizeof real);
    if (type->opcode == SpvOpTypeFloat || type->opcode == SpvOpTypeInt)
        race_memory_set(f->memory, address, bytes, bytes < 8 ? value & ((UINT64_C(1) << bytes * 8) - 1) : value);
}

static void fill_type(const struct filler *f, const struct spirv_type *type, struct spirv_matrix_layout layout,
                      uint64_t address, uint64_t number, uint64_t count) {
    struct grid_reader *g = &f->race->reader;
    const uint64_t elements = type->opcode == SpvOpTypeRuntimeArray ? f->variable->runtime_length
                              : type->opcode == SpvOpTypeArray      ? type->length
                                                                    : type->count;
    switch (type->opcode) {
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        for (uint64_t i = 0; i < elements; i++)
            fill_type(f, grid_type(g, NULL, type->element), layout, address + i * grid_stride(g, type, layout),
                      number * elements + i, count * elements);
        break;
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            fill_type(f, grid_type(g, NULL, type->members[i]), grid_member(g, type, i)->matrix,
                      address + grid_member(g, type, i)->offset, number, count);
        break;
    default:
        put(f, type, address, number, count);
    }
}

static void fill_image(const struct filler *f, uint64_t address) {
    const struct grid_image *image = f->variable->image;
    const uint64_t count = grid_texel_count(image) * image->components;
    const struct spirv_type component = {.opcode = image->floating ? SpvOpTypeFloat : SpvOpTypeInt,
                                         .width = image->component_bytes * 8u};
    for (uint64_t i = 0; i < count; i++)
        put(f, &component, address + i * image->component_bytes, i, count);
}

static void fill_contents(struct litmus_race *race, struct race_memory *memory, uint32_t m) {
    struct grid_reader *g = &race->reader;
    const struct filler f = {race, memory, g->owners[m]};
    const struct spirv_type *type = f.variable->type;
    const uint64_t address = race->spirv.memory[m].address, tail = litmus_unset_memories(race)[m].tail;
    if (f.variable->image)
        fill_image(&f, address);
    else
        fill_type(&f, grid_type(g, NULL, type->members[type->count - 1]), grid_member(g, type, type->count - 1)->matrix,
                  address + tail, 0, 1);
}

void litmus_unset_fill(struct litmus_race *race, struct race_memory *memory) {
    for (uint32_t m = 0; race->contents != RACE_CONTENTS_ZERO && m < race->spirv.memory_count; m++)
        if (is_filled(race, m))
            fill_contents(race, memory, m);
    fill_numbers(race, memory);
}

/* ---- which races count ---- */

static bool is_shared(const struct litmus_race *race, const struct model_operation *operation) {
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (accesses(race, m, operation))
            return race->reader.owners[m]->storage_class == SpvStorageClassWorkgroup;
    return false;
}

bool litmus_unset_counts(const struct litmus_race *race, const struct model_operation *a,
                         const struct model_operation *b) {
    const uint8_t kinds = race->depends->words[a->origin] | race->depends->words[b->origin];
    if (!kinds || (race->doubts && race_doubts(race->doubts, a, b)))
        return true;
    return race->shared_counts && kinds == UNSET_NUMBER && is_shared(race, a) && is_shared(race, b);
}
