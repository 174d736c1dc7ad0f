/* Decorations, sorted by target, then member, then decoration, then place. Those of a group are entered for each of its
 * targets. */
#include <string.h>

#include "mmra/base/sort.h"
#include "spirv/later.h"
#include "spirv/reader.h"

/* A group of m decorations on n targets takes m + n words and gives m * n entries. Groups are deprecated, and nobody
 * writes large ones. A bound in proportion to the words keeps a hostile module from taking much memory. */
enum { ENTRIES_PER_WORD = 2, ENTRIES_FREE = 65536 };

/* Walks the annotations and hands each decoration of each target to `enter`. */
struct collection {
    struct spirv_reader *reader;
    uint64_t total;
    uint32_t first_target, targets_end; /* dense indexes; most often those of declarations alone */
    bool fills;                         /* else it counts */
};

static bool is_decoration(uint16_t opcode) {
    switch (opcode) {
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorate:
    case SpvOpMemberDecorateString:
    case SPIRV_MEMBER_DECORATE_ID:
        return true;
    }
    return false;
}

static struct spirv_decoration decoration_of(const struct spirv_instruction *instruction) {
    bool has_member = instruction->opcode == SpvOpMemberDecorate || instruction->opcode == SpvOpMemberDecorateString ||
                      instruction->opcode == SPIRV_MEMBER_DECORATE_ID;
    uint32_t first = has_member ? 2 : 1;
    return (struct spirv_decoration){.decoration = instruction->operands[first],
                                     .member = has_member ? instruction->operands[1] : SPIRV_NO_MEMBER,
                                     .operands = instruction->operands + first + 1,
                                     .operand_count = instruction->operand_count - first - 1};
}

/* Entering: while counting, decoration_count grows; while filling, it grows again from 0 after
 * first_decoration. */
static void enter(struct collection *collection, uint32_t target, const struct spirv_decoration *decoration) {
    struct spirv_module *module = collection->reader->module;
    struct spirv_definition *definition = &module->definitions[target];
    if (collection->fills)
        module->decorations[definition->first_decoration + definition->decoration_count] = *decoration;
    ++definition->decoration_count;
    ++collection->total;
    if (target < collection->first_target)
        collection->first_target = target;
    if (target >= collection->targets_end)
        collection->targets_end = target + 1;
}

/* The decorations of a group are known when it is applied: "all such instructions targeting this
 * OpDecorationGroup instruction must precede it" (specification, OpDecorationGroup). They are the group's own
 * entries. */
static enum spirv_result enter_group(struct collection *collection, const struct spirv_instruction *instruction) {
    struct spirv_reader *reader = collection->reader;
    struct spirv_module *module = reader->module;
    bool has_members = instruction->opcode == SpvOpGroupMemberDecorate;
    const struct spirv_definition group = module->definitions[spirv_index(module, instruction->operands[0])];
    if (spirv_defining(module, group.id).opcode != SpvOpDecorationGroup)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%%%u is no OpDecorationGroup", group.id);
    for (uint32_t i = 1; i < instruction->operand_count; i += has_members ? 2 : 1) {
        spirv_id id = instruction->operands[i];
        uint32_t target = spirv_index(module, id);
        if (spirv_defining(module, id).opcode == SpvOpDecorationGroup)
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "its target %%%u is itself a decoration group", id);
        uint64_t limit = (uint64_t)module->word_count * ENTRIES_PER_WORD + ENTRIES_FREE;
        if (collection->total + group.decoration_count > limit)
            return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction,
                                 "the decoration groups stand for more than %llu decorations",
                                 (unsigned long long)limit);
        for (uint32_t j = 0; j < group.decoration_count; ++j) {
            struct spirv_decoration decoration = {0};
            if (collection->fills)
                decoration = module->decorations[group.first_decoration + j];
            decoration.member = has_members ? instruction->operands[i + 1] : SPIRV_NO_MEMBER;
            enter(collection, target, &decoration);
        }
    }
    return SPIRV_OK;
}

static enum spirv_result collect(struct collection *collection) {
    const struct spirv_reader *reader = collection->reader;
    const struct spirv_module *module = reader->module;
    enum spirv_result result = SPIRV_OK;
    uint32_t word = reader->first_annotation, next = 0;
    while (result == SPIRV_OK && word != 0 && word < reader->annotations_end) {
        struct spirv_instruction instruction = spirv_instruction_at(module, word);
        spirv_ask(reader->arena->watch, word, &next);
        if (is_decoration(instruction.opcode)) {
            struct spirv_decoration decoration = decoration_of(&instruction);
            enter(collection, spirv_index(module, instruction.operands[0]), &decoration);
        } else if (instruction.opcode == SpvOpGroupDecorate || instruction.opcode == SpvOpGroupMemberDecorate) {
            result = enter_group(collection, &instruction);
        }
        word += instruction.length;
    }
    return result;
}

static int compare_decorations(const void *a, const void *b) {
    const struct spirv_decoration *left = a, *right = b;
    if (left->member != right->member)
        return left->member < right->member ? -1 : 1;
    if (left->decoration != right->decoration)
        return left->decoration < right->decoration ? -1 : 1;
    return left->operands < right->operands ? -1 : left->operands > right->operands;
}

enum spirv_result spirv_read_decorations(struct spirv_reader *reader) {
    struct spirv_module *module = reader->module;
    struct collection collection = {.reader = reader, .first_target = UINT32_MAX};
    enum spirv_result result = collect(&collection);
    if (result != SPIRV_OK)
        return result;
    module->decorations = arena_allocate(reader->arena, (size_t)collection.total * sizeof *module->decorations);
    module->decoration_count = (uint32_t)collection.total;
    uint32_t first = 0;
    for (uint32_t i = collection.first_target; i < collection.targets_end; ++i) {
        struct spirv_definition *definition = &module->definitions[i];
        definition->first_decoration = first;
        first += definition->decoration_count;
        definition->decoration_count = 0;
    }
    collection.fills = true;
    collection.total = 0;
    result = collect(&collection);
    uint32_t next = 0;
    for (uint32_t i = collection.first_target; i < collection.targets_end; ++i) {
        const struct spirv_definition *definition = &module->definitions[i];
        spirv_ask(reader->arena->watch, definition->first_decoration, &next);
        if (definition->decoration_count > 1)
            mmra_sort(reader->arena, module->decorations + definition->first_decoration, definition->decoration_count,
                      sizeof *module->decorations, compare_decorations);
    }
    return result;
}

const struct spirv_decoration *spirv_find_decoration(const struct spirv_module *module, spirv_id target,
                                                     uint32_t member, SpvDecoration decoration) {
    const struct spirv_definition *definition = &module->definitions[spirv_index(module, target)];
    const struct spirv_decoration *decorations = module->decorations + definition->first_decoration;
    struct spirv_decoration wanted = {.member = member, .decoration = (uint32_t)decoration};
    uint32_t low = 0, high = definition->decoration_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_decorations(&decorations[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < definition->decoration_count && decorations[low].member == member &&
                    decorations[low].decoration == wanted.decoration;
    return is_found ? &decorations[low] : NULL;
}
