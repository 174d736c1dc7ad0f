/* A runtime of clspv's modules puts the geometry of the dispatch into push constants, and the module says where it is
 * (NonSemantic.ClspvReflection, "PushConstant..."; OpenCL's get_global_size and the like read it there). */
#include <string.h>

#include <spirv/unified1/NonSemanticClspvReflection.h>

#include "translator/program/grid_reader.h"

enum { HEADER_WORDS = 5, COORDINATES = 3, MOST_BYTES = 4096 };

/* The operands are the constants Offset and Size. A whole dispatch is one region of it, which begins at 0. */
static uint32_t coordinate(const struct litmus_grid *grid, uint32_t number, uint32_t i) {
    switch (number) {
    case NonSemanticClspvReflectionPushConstantEnqueuedLocalSize:
        return grid->local[i];
    case NonSemanticClspvReflectionPushConstantGlobalSize:
        return grid->groups[i] * grid->local[i];
    case NonSemanticClspvReflectionPushConstantNumWorkgroups:
        return grid->groups[i];
    default:
        return 0;
    }
}

static bool is_reflection(const uint32_t *words, uint32_t length) {
    static const char name[] = "NonSemantic.ClspvReflection.";
    return (words[0] & 0xFFFF) == SpvOpExtInstImport && length > sizeof name / sizeof *words + 2 &&
           strncmp((const char *)(words + 2), name, sizeof name - 1) == 0;
}

/* Writes what an instruction says into the bytes; how many of them are written now. */
static uint32_t put(struct grid_reader *g, const uint32_t *words, uint32_t length, uint8_t *bytes) {
    uint64_t offset, size;
    if (length != 7 || !spirv_integer_constant(g->module, words[5], &offset) ||
        !spirv_integer_constant(g->module, words[6], &size) || size > COORDINATES * sizeof(uint32_t) ||
        offset > MOST_BYTES - size)
        return 0;
    for (uint32_t i = 0; i < size / sizeof(uint32_t); i++) {
        uint32_t value = coordinate(&g->output->grid, words[4], i);
        memcpy(bytes + offset + i * sizeof value, &value, sizeof value);
    }
    return (uint32_t)(offset + size);
}

static bool is_geometry(uint32_t number) {
    return number >= NonSemanticClspvReflectionPushConstantGlobalOffset &&
           number <= NonSemanticClspvReflectionPushConstantRegionGroupOffset;
}

const smmra_litmus_data *grid_reflected_push_constants(struct grid_reader *g) {
    const struct spirv_module *module = g->module;
    spirv_id set = 0;
    uint32_t written = 0, ask = 0;
    uint8_t *bytes = NULL;
    for (uint32_t word = HEADER_WORDS; word < module->word_count; word += module->words[word] >> 16) {
        const uint32_t *words = module->words + word;
        uint32_t length = words[0] >> 16, end;
        spirv_ask(g->arena->watch, word, &ask);
        if (is_reflection(words, length))
            set = words[1];
        if (!set && (words[0] & 0xFFFF) == SpvOpFunction)
            return NULL;
        if ((words[0] & 0xFFFF) != SpvOpExtInst || !set || words[3] != set || !is_geometry(words[4]))
            continue;
        if (!bytes)
            bytes = memset(arena_allocate_array(g->arena, MOST_BYTES, 1), 0, MOST_BYTES);
        end = put(g, words, length, bytes);
        written = end > written ? end : written;
    }
    if (!written)
        return NULL;
    smmra_litmus_data *data = arena_allocate_array(g->arena, 1, sizeof *data);
    *data = (smmra_litmus_data){"@push", bytes, written};
    return data;
}
