#include "translator/program/litmus_unset.h"

enum { MOST_UNSET = 256 };

static bool is_given(const struct litmus_race *race, uint32_t memory) {
    const struct litmus_memory *all = race->spirv.memory;
    for (uint32_t i = 0; i < race->reader.given_count; i++)
        if (all[race->reader.given[i]->part.variable->first_memory].address == all[memory].address)
            return true;
    return false;
}

/* Blocks of which somebody has said something hold what was said. */
static bool is_unset(const struct litmus_race *race, uint32_t memory) {
    const struct grid_variable *owner = race->reader.owners[memory];
    const bool is_block =
        owner->storage_class == SpvStorageClassPushConstant ||
        (owner->storage_class == SpvStorageClassUniform && owner->type->opcode == SpvOpTypeStruct &&
         spirv_find_decoration(race->reader.module, owner->type->id, SPIRV_NO_MEMBER, SpvDecorationBlock));
    return is_block && !race->reader.addressed_count && !is_given(race, memory);
}

bool litmus_unset_is_in(const struct litmus_memory *memory, uint64_t address) {
    return address >= memory->address && address - memory->address < memory->bytes;
}

static void note(const struct litmus_race *race, const struct program_instruction *in, struct unset *list,
                 uint32_t *count) {
    if (in->opcode != PROGRAM_ACCESS || in->operation.kind != MODEL_READ || in->a.kind != PROGRAM_CONSTANT ||
        in->bytes != 4 || in->operation.float_bits || *count == MOST_UNSET)
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (list[i].address == in->a.value)
            return;
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (litmus_unset_is_in(&race->spirv.memory[m], in->a.value) && is_unset(race, m)) {
            list[(*count)++] = (struct unset){in->a.value, &in->operation};
            return;
        }
}

struct unset *litmus_unset_list(const struct litmus_race *race, uint32_t *count) {
    struct unset *list = arena_allocate_array(race->reader.arena, MOST_UNSET, sizeof *list);
    *count = 0;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++)
            note(race, &race->program.codes[c].code[i], list, count);
    return list;
}

void litmus_unset_fill(const struct litmus_race *race, struct race_memory *memory) {
    uint32_t count = 0;
    const struct unset *list = race->unset ? litmus_unset_list(race, &count) : NULL;
    for (uint32_t i = 0; i < count; i++)
        race_memory_set(memory, list[i].address, 4, race->unset);
}

uint32_t litmus_unset_at(const struct litmus_race *race, uint64_t address) {
    uint32_t count = 0;
    const struct unset *list = race->unset ? litmus_unset_list(race, &count) : NULL;
    for (uint32_t i = 0; i < count; i++)
        if (list[i].address == address)
            return race->unset;
    return 0;
}
