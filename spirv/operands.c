/* One walker for every instruction: its operands against the grammar's operand kinds. */
#include <string.h>

#include "spirv/reader.h"

struct walk {
    struct spirv_reader *reader;
    const struct spirv_instruction *instruction;
    uint32_t next; /* of the instruction's operands */
};

uint32_t spirv_string_words(const uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = words[i];
        if (((word - 0x01010101U) & ~word & 0x80808080U) != 0) /* some byte is 0 */
            return i + 1;
    }
    return 0;
}

static enum spirv_result fail(const struct walk *walk, enum spirv_result result, const char *what) {
    return spirv_fail_at(walk->reader->error, result, walk->instruction, "%s", what);
}

/* An id that no instruction of a known opcode defines. An unknown instruction may be what does. */
static enum spirv_result check_undefined(const struct walk *walk, const uint32_t *operand) {
    struct spirv_reader *reader = walk->reader;
    const struct spirv_instruction *instruction = walk->instruction;
    if (*operand == 0)
        return fail(walk, SPIRV_INVALID, "an operand is id 0; ids begin at 1");
    if (*operand >= reader->module->bound)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                             "operand %%%u is not below the bound %u that the header states", *operand,
                             reader->module->bound);
    if (reader->counts.unknown == 0)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "operand %%%u is defined nowhere",
                             *operand);
    if (operand == instruction->operands && spirv_names_target(instruction->opcode)) {
        spirv_define_target(reader, *operand);
        return SPIRV_OK;
    }
    return spirv_fail(reader->error, SPIRV_UNSUPPORTED, reader->unknown_word, *operand,
                      "opcode %u is not known, and it may define %%%u, which %s at word %u uses",
                      reader->unknown_opcode, *operand, spirv_opcode_name(instruction->opcode),
                      instruction->word);
}

static inline enum spirv_result check_id(const struct walk *walk, const uint32_t *operand) {
    return spirv_index(walk->reader->module, *operand) != 0 ? SPIRV_OK : check_undefined(walk, operand);
}

/* How many words a number of this type has, 0 if it is no number's type. */
static uint32_t number_words(const struct spirv_type *type) {
    if (!type || (type->opcode != SpvOpTypeInt && type->opcode != SpvOpTypeFloat))
        return 0;
    return type->width > 32 ? 2 : 1;
}

static uint32_t words_left(const struct walk *walk) {
    return walk->instruction->operand_count - walk->next;
}

static enum spirv_result too_short(const struct walk *walk) {
    return fail(walk, SPIRV_INVALID, "the instruction is too short for its operands");
}

static enum spirv_result walk_id(struct walk *walk) {
    if (words_left(walk) < 1)
        return too_short(walk);
    return check_id(walk, &walk->instruction->operands[walk->next++]);
}

static enum spirv_result walk_literals(struct walk *walk, uint32_t count) {
    if (words_left(walk) < count)
        return too_short(walk);
    walk->next += count;
    return SPIRV_OK;
}

static enum spirv_result walk_string(struct walk *walk) {
    uint32_t words = spirv_string_words(walk->instruction->operands + walk->next, words_left(walk));
    if (words == 0)
        return fail(walk, SPIRV_INVALID, "its string does not end within the instruction");
    walk->next += words;
    return SPIRV_OK;
}

static enum spirv_result walk_number(struct walk *walk) {
    uint32_t words = number_words(spirv_type_of_id(walk->reader->module, walk->instruction->type));
    if (words == 0)
        return fail(walk, SPIRV_INVALID, "its type is neither an integer nor a float type");
    return walk_literals(walk, words);
}

static enum spirv_result walk_switch_target(struct walk *walk) {
    const struct spirv_module *module = walk->reader->module;
    const struct spirv_type *type = spirv_type_of_value(module, walk->instruction->operands[0]);
    if (!type || type->opcode != SpvOpTypeInt)
        return fail(walk, SPIRV_INVALID, "its selector is no integer");
    enum spirv_result result = walk_literals(walk, number_words(type));
    return result == SPIRV_OK ? walk_id(walk) : result;
}

static enum spirv_result walk_parameter(struct walk *walk, uint8_t code) {
    switch (code & SPIRV_OPERAND_CODE_MASK) {
    case SPIRV_OPERAND_ID:
        return walk_id(walk);
    case SPIRV_OPERAND_STRING:
        return walk_string(walk);
    }
    return walk_literals(walk, 1);
}

static enum spirv_result walk_parameters(struct walk *walk, const struct spirv_enumerant *enumerant) {
    for (uint32_t i = 0; i < enumerant->parameter_count; ++i) {
        uint8_t code = enumerant->parameters[i];
        do {
            if ((code & SPIRV_OPERAND_REPEATED) && words_left(walk) == 0)
                break;
            enum spirv_result result = walk_parameter(walk, code);
            if (result != SPIRV_OK)
                return result;
        } while (code & SPIRV_OPERAND_REPEATED);
    }
    return SPIRV_OK;
}

/* The parameters of a mask follow in order of its bits. */
static enum spirv_result walk_mask(struct walk *walk, const struct spirv_enumeration *enumeration,
                                   uint32_t mask) {
    uint32_t unknown = mask;
    for (uint32_t i = 0; i < enumeration->count; ++i) {
        const struct spirv_enumerant *enumerant = &enumeration->enumerants[i];
        if (!(mask & enumerant->value))
            continue;
        unknown &= ~enumerant->value;
        enum spirv_result result = walk_parameters(walk, enumerant);
        if (result != SPIRV_OK)
            return result;
    }
    if (unknown != 0)
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, walk->instruction,
                             "%s bits 0x%X are not known", enumeration->name, unknown);
    return SPIRV_OK;
}

static enum spirv_result walk_enumeration(struct walk *walk, uint8_t code) {
    if (words_left(walk) < 1)
        return too_short(walk);
    const struct spirv_enumeration *enumeration = spirv_grammar_enumeration(code);
    uint32_t value = walk->instruction->operands[walk->next++];
    if (enumeration->is_mask)
        return value == 0 ? SPIRV_OK : walk_mask(walk, enumeration, value);
    const struct spirv_enumerant *enumerant = spirv_grammar_enumerant(enumeration, value);
    if (enumerant)
        return walk_parameters(walk, enumerant);
    walk->next = walk->instruction->operand_count; /* the parameters of an unknown one are kept as they are */
    return SPIRV_OK;
}

static enum spirv_result walk_operands(struct walk *walk, const struct spirv_grammar *grammar);

static enum spirv_result walk_spec_constant_op(struct walk *walk) {
    if (words_left(walk) < 1)
        return too_short(walk);
    uint32_t opcode = walk->instruction->operands[walk->next++];
    if (!spirv_grammar_knows(opcode))
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, walk->instruction,
                             "opcode %u in it is not known", opcode);
    const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
    uint8_t both = SPIRV_GRAMMAR_HAS_TYPE | SPIRV_GRAMMAR_HAS_RESULT;
    if (opcode == SpvOpSpecConstantOp || (grammar->flags & both) != both)
        return spirv_fail_at(walk->reader->error, SPIRV_INVALID, walk->instruction, "it cannot hold %s",
                             spirv_opcode_name(opcode));
    return walk_operands(walk, grammar);
}

static enum spirv_result walk_operand(struct walk *walk, uint8_t code) {
    enum spirv_result result;
    code &= SPIRV_OPERAND_CODE_MASK;
    switch (code) {
    case SPIRV_OPERAND_ID:
        return walk_id(walk);
    case SPIRV_OPERAND_LITERAL:
        return walk_literals(walk, 1);
    case SPIRV_OPERAND_STRING:
        return walk_string(walk);
    case SPIRV_OPERAND_NUMBER:
        return walk_number(walk);
    case SPIRV_OPERAND_SPEC_CONSTANT_OPCODE:
        return walk_spec_constant_op(walk);
    case SPIRV_OPERAND_ID_ID_PAIR:
        result = walk_id(walk);
        return result == SPIRV_OK ? walk_id(walk) : result;
    case SPIRV_OPERAND_ID_LITERAL_PAIR:
        result = walk_id(walk);
        return result == SPIRV_OK ? walk_literals(walk, 1) : result;
    case SPIRV_OPERAND_NUMBER_ID_PAIR:
        return walk_switch_target(walk);
    }
    return walk_enumeration(walk, code);
}

static enum spirv_result walk_operands(struct walk *walk, const struct spirv_grammar *grammar) {
    const uint8_t *codes = spirv_grammar_operands(grammar);
    for (uint32_t i = 0; i < grammar->operand_count; ++i) {
        bool is_repeated = codes[i] & SPIRV_OPERAND_REPEATED;
        bool may_lack = is_repeated || (codes[i] & SPIRV_OPERAND_OPTIONAL);
        do {
            if (may_lack && words_left(walk) == 0)
                break;
            enum spirv_result result = walk_operand(walk, codes[i]);
            if (result != SPIRV_OK)
                return result;
        } while (is_repeated);
    }
    return SPIRV_OK;
}

bool spirv_is_old_debug_information(const char *set) {
    return strcmp(set, "DebugInfo") == 0 || strncmp(set, "OpenCL.DebugInfo.", 17) == 0;
}

bool spirv_is_non_semantic(const char *set) {
    return strncmp(set, "NonSemantic.", 12) == 0 || spirv_is_old_debug_information(set);
}

static enum spirv_result walk_extended_instruction(struct walk *walk) {
    enum spirv_result result = walk_id(walk);
    if (result != SPIRV_OK)
        return result;
    spirv_id set = walk->instruction->operands[0];
    struct spirv_instruction import = spirv_defining(walk->reader->module, set);
    if (import.opcode != SpvOpExtInstImport)
        return spirv_fail_at(walk->reader->error, SPIRV_INVALID, walk->instruction,
                             "its set %%%u is no OpExtInstImport", set);
    /* the old sets have literals among their operands; all others have ids alone */
    uint32_t ids = spirv_is_old_debug_information((const char *)import.operands) ? 2 : walk->instruction->operand_count;
    for (walk->next = 2; result == SPIRV_OK && walk->next < ids;)
        result = walk_id(walk);
    return result;
}

static enum spirv_result check_type(const struct walk *walk) {
    const struct spirv_module *module = walk->reader->module;
    spirv_id type = walk->instruction->type;
    uint32_t index = spirv_index(module, type);
    if (index == 0)
        return check_undefined(walk, &type);
    if (index > module->declaration_count || !module->types[index])
        return spirv_fail_at(walk->reader->error, SPIRV_INVALID, walk->instruction,
                             "its result type %%%u is no type that stands before it", type);
    return SPIRV_OK;
}

enum spirv_result spirv_check_operands(struct spirv_reader *reader,
                                       const struct spirv_instruction *instruction) {
    const struct spirv_grammar *grammar = spirv_grammar_of(instruction->opcode);
    struct walk walk = {.reader = reader, .instruction = instruction};
    enum spirv_result result = SPIRV_OK;
    if (grammar->flags & SPIRV_GRAMMAR_HAS_TYPE)
        result = check_type(&walk);
    if (grammar->flags & SPIRV_GRAMMAR_ONLY_IDS) {
        for (uint32_t i = 0; result == SPIRV_OK && i < instruction->operand_count; ++i)
            result = check_id(&walk, &instruction->operands[i]);
        return result;
    }
    if (result == SPIRV_OK && instruction->opcode == SpvOpExtInst)
        return walk_extended_instruction(&walk);
    if (result == SPIRV_OK && spirv_grammar_knows(instruction->opcode)) {
        result = walk_operands(&walk, grammar);
        if (result == SPIRV_OK && words_left(&walk) > 0)
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "it has %u words too many",
                                 words_left(&walk));
    }
    return result;
}
