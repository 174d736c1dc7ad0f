/* Whether two modules have the same interface, so that their executions can be compared: entry point, workgroup size,
 * descriptors, push constants, specialization constants. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "translator/validation/litmus_interface.h"

void against_note(struct against_notes *notes, struct arena *arena, const char *format, ...) {
    char line[384];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0 && notes->count < LITMUS_AGAINST_NOTES)
        notes->lines[notes->count++] = arena_copy_string(arena, line, strlen(line));
}

__attribute__((format(printf, 2, 3))) static const char *differ(struct arena *arena, const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return arena_copy_string(arena, line, strlen(line));
}

/* ---- memory ---- */

static bool is_descriptor(const struct litmus_memory *memory) {
    return memory->binding != UINT32_MAX;
}

/* Memory has no number of its own that both modules know but that of a descriptor. Push constants are one memory; the
 * memory of buffer addresses, shared inputs and outputs have names. */
static bool is_same(const struct litmus_memory *a, const struct litmus_memory *b) {
    if (is_descriptor(a) || is_descriptor(b))
        return a->set == b->set && a->binding == b->binding;
    return a->storage_class == b->storage_class && a->workgroup == b->workgroup &&
           (a->storage_class == SpvStorageClassPushConstant || strcmp(a->name, b->name) == 0);
}

const struct litmus_memory *against_same_memory(const struct litmus_memory *memory, const struct litmus_spirv *other) {
    const struct litmus_memory *found = NULL; /* the largest of one descriptor */
    for (uint32_t i = 0; i < other->memory_count; i++)
        if (is_same(memory, &other->memory[i]) && (!found || other->memory[i].bytes > found->bytes))
            found = &other->memory[i];
    return found;
}

static const char *name_memory(const struct litmus_memory *memory, struct arena *arena) {
    const char *name = memory->debug_name && *memory->debug_name ? memory->debug_name : memory->name;
    return is_descriptor(memory) ? differ(arena, "\"%.64s\" (set %u, binding %u)", name, memory->set, memory->binding)
                                 : differ(arena, "\"%.64s\"", name);
}

/* A workgroup's memory is gone at the end, and needs no counterpart. */
static bool is_compared(const struct litmus_memory *memory) {
    return memory->storage_class != SpvStorageClassWorkgroup;
}

static const char *compare_memory(const struct litmus_spirv *const modules[2], struct against_notes *notes,
                                  struct arena *arena) {
    for (uint32_t i = 0; i < modules[0]->memory_count; i++) {
        const struct litmus_memory *own = &modules[0]->memory[i], *other = against_same_memory(own, modules[1]);
        own = against_same_memory(own, modules[0]);
        if (!is_compared(own))
            continue;
        if (!other)
            against_note(notes, arena, "the second module does not have %s, which the first has",
                         name_memory(own, arena));
        else if (own->bytes < other->bytes || (own->images != NULL) != (other->images != NULL))
            return differ(arena, "%s is %" PRIu64 " bytes%s in the first module, and %" PRIu64 "%s in the second",
                          name_memory(own, arena), own->bytes, own->images ? " of images" : "", other->bytes,
                          other->images ? " of images" : "");
        else if (own->bytes != other->bytes) /* members that nobody uses are gone, and others stay where they are */
            against_note(notes, arena, "%s is %" PRIu64 " bytes in the first module, and %" PRIu64 " in the second",
                         name_memory(own, arena), own->bytes, other->bytes);
    }
    for (uint32_t i = 0; i < modules[1]->memory_count; i++)
        if (is_compared(&modules[1]->memory[i]) && !against_same_memory(&modules[1]->memory[i], modules[0]))
            return differ(arena, "the second module has %s, which the first has not",
                          name_memory(&modules[1]->memory[i], arena));
    return NULL;
}

/* ---- specialization constants ---- */

struct constant {
    uint32_t number;
    uint16_t opcode;
    uint32_t words[2]; /* of its value by default */
};

struct constants {
    struct constant *items;
    uint32_t count, capacity;
};

static uint32_t number_of(const struct litmus_spirv *module, uint32_t id) {
    const uint32_t *words = module->words;
    for (size_t at = 5; at < module->word_count && (words[at] & 0xFFFF) != SpvOpFunction; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == SpvOpDecorate && words[at + 1] == id && words[at + 2] == SpvDecorationSpecId)
            return words[at + 3];
    return UINT32_MAX;
}

static struct constants read_constants(const struct litmus_spirv *module, struct arena *arena) {
    const uint32_t *words = module->words;
    struct constants found = {0};
    for (size_t at = 5; at < module->word_count && (words[at] & 0xFFFF) != SpvOpFunction; at += words[at] >> 16) {
        const uint16_t opcode = words[at] & 0xFFFF, length = (uint16_t)(words[at] >> 16);
        if (opcode != SpvOpSpecConstant && opcode != SpvOpSpecConstantTrue && opcode != SpvOpSpecConstantFalse)
            continue;
        struct constant *one = ARENA_PUSH(arena, found.items, found.count, found.capacity);
        *one = (struct constant){number_of(module, words[at + 2]), opcode, {0}};
        for (uint32_t i = 0; i < 2 && 3u + i < length; i++)
            one->words[i] = words[at + 3 + i];
    }
    return found;
}

static bool has_number(const struct constants *all, uint32_t number) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->items[i].number == number)
            return true;
    return false;
}

/* Several constants may have one SpecId, and values by default of their own. */
static bool has_constant(const struct constants *all, const struct constant *one) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->items[i].number == one->number && all->items[i].opcode == one->opcode &&
            memcmp(all->items[i].words, one->words, sizeof one->words) == 0)
            return true;
    return false;
}

static const char *compare_constants(const struct litmus_spirv *const modules[2], struct against_notes *notes,
                                     struct arena *arena) {
    const struct constants own = read_constants(modules[0], arena), others = read_constants(modules[1], arena);
    for (uint32_t i = 0; i < own.count; i++)
        if (own.items[i].number != UINT32_MAX && !has_number(&others, own.items[i].number))
            against_note(notes, arena,
                         "the second module does not have specialization constant %u: the verdict is about its value "
                         "here alone",
                         own.items[i].number);
    for (uint32_t i = 0; i < others.count; i++) {
        const struct constant *one = &others.items[i];
        if (one->number == UINT32_MAX || has_constant(&own, one))
            continue;
        return differ(arena,
                      has_number(&own, one->number)
                          ? "specialization constant %u has another value by default"
                          : "the second module has specialization constant %u, which the first has not",
                      one->number);
    }
    return NULL;
}

/* ---- everything ---- */

const char *against_interface(const struct litmus_spirv *const modules[2], struct against_notes *notes,
                              struct arena *arena) {
    const struct litmus_spirv *a = modules[0], *b = modules[1];
    const uint32_t *own = a->grid.local, *other = b->grid.local;
    if (a->model != b->model)
        return differ(arena, "the stages differ: %s and %s", litmus_stage_name(a), litmus_stage_name(b));
    if (strcmp(a->entry, b->entry) != 0)
        return differ(arena, "the entry points have different names: \"%.64s\" and \"%.64s\"", a->entry, b->entry);
    if (memcmp(own, other, sizeof a->grid.local) != 0)
        return differ(arena, "workgroups have different sizes: %u,%u,%u and %u,%u,%u", own[0], own[1], own[2], other[0],
                      other[1], other[2]);
    if (memcmp(a->grid.groups, b->grid.groups, sizeof a->grid.groups) != 0 || a->grid.subgroup != b->grid.subgroup)
        return differ(arena, "they run as different grids: %u,%u,%u workgroups, subgroups of %u; %u,%u,%u, of %u",
                      a->grid.groups[0], a->grid.groups[1], a->grid.groups[2], a->grid.subgroup, b->grid.groups[0],
                      b->grid.groups[1], b->grid.groups[2], b->grid.subgroup);
    const char *memory = compare_memory(modules, notes, arena);
    return memory ? memory : compare_constants(modules, notes, arena);
}
