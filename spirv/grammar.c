#include "spirv/grammar.h"

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

const char *spirv_grammar_unknown_enumerant(const struct spirv_enumeration *enumeration, uint32_t value) {
    const struct spirv_enumerant_name *name = enumeration->unknown;
    while (name->name && name->value != value)
        ++name;
    return name->name;
}

bool spirv_grammar_knows_capability(uint32_t capability) {
    uint32_t at = numbers_below(known_capabilities, sizeof *known_capabilities, COUNT(known_capabilities), capability);
    return at < COUNT(known_capabilities) && known_capabilities[at] == capability;
}

bool spirv_grammar_knows_extension(const char *name) {
    for (size_t i = 0; i < COUNT(extension_names); ++i)
        if (strcmp(extension_names[i], name) == 0)
            return true;
    return false;
}

static const char *find_name(const struct spirv_enumerant_name *names, size_t count, uint32_t value) {
    uint32_t at = COUNT_BELOW(names, count, value, value);
    return at < count && names[at].value == value ? names[at].name : NULL;
}

const char *spirv_opcode_name(uint32_t opcode) {
    return opcode_names[spirv_grammar_row(opcode)];
}

const char *spirv_capability_name(uint32_t capability) {
    return find_name(capability_names, COUNT(capability_names), capability);
}

const char *spirv_storage_class_name(uint32_t storage_class) {
    return find_name(storage_class_names, COUNT(storage_class_names), storage_class);
}

const char *spirv_builtin_name(uint32_t builtin) {
    return find_name(builtin_names, COUNT(builtin_names), builtin);
}

const char *spirv_decoration_name(uint32_t decoration) {
    return find_name(decoration_names, COUNT(decoration_names), decoration);
}

const char *spirv_execution_model_name(uint32_t model) {
    return find_name(execution_model_names, COUNT(execution_model_names), model);
}

const char *spirv_scope_name(uint32_t scope) {
    return find_name(scope_names, COUNT(scope_names), scope);
}
