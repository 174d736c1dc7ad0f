/* From ids to dense numbers: by a table as long as the bound, if the bound is in proportion to the words; else by a
 * hash table sized by the number of results. */
#include <string.h>

#include "spirv/later.h"
#include "spirv/reader.h"

enum { LONGEST_PROBE = 256, SEED_COUNT = 16 };

/* The finalizer of MurmurHash3: a permutation that spreads every bit. */
static uint32_t hash(uint32_t id, uint32_t seed) {
    uint32_t h = id ^ seed;
    h = (h ^ (h >> 16)) * 0x85EBCA6BU;
    h = (h ^ (h >> 13)) * 0xC2B2AE35U;
    return h ^ (h >> 16);
}

uint32_t spirv_index_hashed(const struct spirv_module *module, spirv_id id) {
    if (module->index_mask == 0)
        return 0;
    for (uint32_t slot = hash(id, module->index_seed);; ++slot) {
        uint32_t index = module->index_table[slot & module->index_mask];
        if (index == 0 || module->definitions[index].id == id)
            return index;
    }
}

/* Enters definition number `index`; returns how many slots were tried. */
static uint32_t insert(struct spirv_module *module, uint32_t index) {
    spirv_id id = module->definitions[index].id;
    if (module->index_mask == 0) {
        module->index_table[id] = index;
        return 1;
    }
    uint32_t tried = 1;
    uint32_t slot = hash(id, module->index_seed);
    for (; module->index_table[slot & module->index_mask] != 0; ++slot)
        ++tried;
    module->index_table[slot & module->index_mask] = index;
    return tried;
}

/* Builds the table anew with the next seed. */
static bool rehash(struct spirv_module *module, uint32_t seed) {
    module->index_seed = seed;
    memset(module->index_table, 0, ((size_t)module->index_mask + 1) * sizeof *module->index_table);
    uint32_t longest = 0;
    for (uint32_t i = 1; i <= module->definition_count; ++i) {
        uint32_t tried = insert(module, i);
        longest = tried > longest ? tried : longest;
    }
    return longest <= LONGEST_PROBE;
}

/* How many ids there can be. */
static uint32_t id_capacity(const struct spirv_counts *counts) {
    return counts->results + counts->targets;
}

void spirv_allocate_index(struct spirv_reader *reader) {
    struct spirv_module *module = reader->module;
    size_t capacity = id_capacity(&reader->counts), slots = module->bound;
    if (module->bound > 2 * (uint64_t)module->word_count) {
        for (slots = 2; slots < 2 * (capacity + 1);)
            slots *= 2;
        module->index_mask = (uint32_t)slots - 1;
    } else {
        module->index_end = module->bound;
    }
    module->index_table = arena_allocate_array(reader->arena, slots, sizeof *module->index_table);
    module->definitions = arena_allocate(reader->arena, (capacity + 1) * sizeof *module->definitions);
    memset(&module->definitions[0], 0, sizeof module->definitions[0]);
}

/* Ids chosen to collide under one seed do not collide under the next. For a table of 1024 slots or more, fewer than
 * LONGEST_PROBE of all 2^32 ids collide under SEED_COUNT seeds; in a smaller one long probes are cheap. */
static void separate(struct spirv_module *module) {
    for (uint32_t seed = 1; seed < SEED_COUNT && !rehash(module, seed * 0x9E3779B9U);)
        ++seed;
}

/* Enters a definition by probing for a free slot. */
static void add_definition(struct spirv_module *module, const struct spirv_definition *definition) {
    uint32_t index = ++module->definition_count;
    module->definitions[index] = *definition;
    if (insert(module, index) > LONGEST_PROBE)
        separate(module);
}

static enum spirv_result cannot_define(struct spirv_reader *reader, uint32_t word, uint32_t first) {
    const struct spirv_module *module = reader->module;
    struct spirv_instruction instruction = spirv_instruction_at(module, word);
    if (instruction.result == 0)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "its result id is 0; ids begin at 1");
    if (instruction.result >= module->bound)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                             "its id is not below the bound %u that the header states", module->bound);
    return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "the id is defined twice; first by %s at word %u",
                         spirv_opcode_name(module->words[module->definitions[first].word] & 0xFFFF),
                         module->definitions[first].word);
}

enum spirv_result spirv_define_with_care(struct spirv_reader *reader, spirv_id id, uint32_t word, uint32_t function) {
    uint32_t first = spirv_index(reader->module, id);
    if (id == 0 || id >= reader->module->bound || first != 0)
        return cannot_define(reader, word, first);
    add_definition(reader->module, &(struct spirv_definition){.word = word, .id = id, .function = function});
    return SPIRV_OK;
}

bool spirv_names_target(uint16_t opcode) {
    switch (opcode) {
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorateString:
    case SPIRV_MEMBER_DECORATE_ID:
        return true;
    }
    return false;
}

void spirv_define_target(struct spirv_reader *reader, spirv_id id) {
    add_definition(reader->module, &(struct spirv_definition){.id = id});
}
