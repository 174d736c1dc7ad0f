#include "spirv/grammar.h"

#include <stdio.h>
#include <string.h>

#include "mmra/base/search.h"
#include "spirv/module.h"

#include "spirv/grammar_tables.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

const uint32_t spirv_opcode_end = COUNT(spirv_row_of_opcode);

const uint8_t *spirv_grammar_operands(const struct spirv_grammar *grammar) {
    return operand_codes + grammar->first_operand;
}

const struct spirv_enumeration *spirv_grammar_enumeration(uint8_t code) {
    return &enumerations[code - SPIRV_OPERAND_ENUMERATION];
}

const struct spirv_enumerant *spirv_grammar_enumerant(const struct spirv_enumeration *enumeration, uint32_t value) {
    uint32_t at = COUNT_BELOW(enumeration->enumerants, enumeration->count, value, value);
    bool found = at < enumeration->count && enumeration->enumerants[at].value == value;
    return found ? &enumeration->enumerants[at] : NULL;
}

/* The place of a known capability among `known_capabilities`, and so in lists of what enables; or their count. */
static uint32_t place_of(uint32_t capability) {
    uint32_t at = numbers_below(known_capabilities, sizeof *known_capabilities, COUNT(known_capabilities), capability);
    return at < COUNT(known_capabilities) && known_capabilities[at] == capability ? at : COUNT(known_capabilities);
}

bool spirv_grammar_knows_capability(uint32_t capability) {
    return place_of(capability) < COUNT(known_capabilities);
}

bool spirv_grammar_knows_extension(const char *name) {
    for (size_t i = 0; i < COUNT(extension_names); ++i)
        if (strcmp(extension_names[i], name) == 0)
            return true;
    return false;
}

/* ---- what is enabled ---- */

enum { PLACE_COUNT = COUNT(known_capabilities) + COUNT(enabling_extensions), SET_COUNT = COUNT(set_first) - 1 };

struct spirv_enabled {
    bool places[PLACE_COUNT]; /* capabilities, then extensions */
    bool sets[SET_COUNT];
};

struct spirv_enabled *spirv_enabled_create(struct arena *arena) {
    struct spirv_enabled *enabled = arena_allocate(arena, sizeof *enabled);
    *enabled = (struct spirv_enabled){0};
    return enabled;
}

void spirv_enable_capability(struct spirv_enabled *enabled, uint32_t capability) {
    uint32_t place = place_of(capability);
    if (place == COUNT(known_capabilities))
        return;
    enabled->places[place] = true;
    for (uint32_t i = implied_first[place]; i < implied_first[place + 1]; ++i)
        enabled->places[implied_places[i]] = true;
}

void spirv_enable_extension(struct spirv_enabled *enabled, const char *name) {
    for (uint32_t i = 0; i < COUNT(enabling_extensions); ++i)
        if (strcmp(enabling_extensions[i], name) == 0)
            enabled->places[COUNT(known_capabilities) + i] = true;
}

const bool *spirv_enabled_sets(struct spirv_enabled *enabled) {
    enabled->sets[0] = true; /* of what needs nothing */
    for (uint32_t set = 1; set < SET_COUNT; ++set)
        for (uint32_t i = set_first[set]; i < set_first[set + 1]; ++i)
            enabled->sets[set] |= enabled->places[set_places[i]];
    return enabled->sets;
}

bool spirv_enabled_capability(const struct spirv_enabled *enabled, uint32_t capability) {
    uint32_t place = place_of(capability);
    return place < COUNT(known_capabilities) && enabled->places[place];
}

void spirv_grammar_needs(uint16_t needs, char *text, size_t size) {
    uint32_t first = set_first[needs], end = set_first[needs + 1];
    size_t length = 0;
    for (uint32_t i = first; i < end && length < size; ++i) {
        uint32_t place = set_places[i];
        bool is_extension = place >= COUNT(known_capabilities);
        const char *name = is_extension ? enabling_extensions[place - COUNT(known_capabilities)]
                                        : spirv_capability_name(known_capabilities[place]);
        const char *before = i == first ? "" : i + 1 == end ? " or " : ", ";
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s%s", before, is_extension ? "extension " : "", name);
    }
}

/* ---- names ---- */

const char *spirv_opcode_name(uint32_t opcode) {
    return opcode_names[spirv_grammar_row(opcode)];
}

static const char *name_of(uint8_t code, uint32_t value) {
    const struct spirv_enumerant *enumerant = spirv_grammar_enumerant(spirv_grammar_enumeration(code), value);
    return enumerant ? enumerant->name : NULL;
}

const char *spirv_capability_name(uint32_t capability) {
    return name_of(SPIRV_OPERAND_ENUMERATION_Capability, capability);
}

const char *spirv_storage_class_name(uint32_t storage_class) {
    return name_of(SPIRV_OPERAND_ENUMERATION_StorageClass, storage_class);
}

const char *spirv_builtin_name(uint32_t builtin) {
    return name_of(SPIRV_OPERAND_ENUMERATION_BuiltIn, builtin);
}

const char *spirv_decoration_name(uint32_t decoration) {
    return name_of(SPIRV_OPERAND_ENUMERATION_Decoration, decoration);
}

const char *spirv_execution_model_name(uint32_t model) {
    return name_of(SPIRV_OPERAND_ENUMERATION_ExecutionModel, model);
}

const char *spirv_scope_name(uint32_t scope) {
    return name_of(SPIRV_OPERAND_ENUMERATION_Scope, scope);
}
