/* This walker holds the operands of every instruction against the grammar's operand kinds. */
#include <string.h>

#include "spirv/later.h"
#include "spirv/places.h"
#include "spirv/reader.h"

struct walk {
    struct spirv_reader *reader;
    const uint32_t *words;      /* of the instruction */
    const uint32_t *next, *end; /* of its operands */
};

uint32_t spirv_string_words(const uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = words[i];
        if (((word - 0x01010101U) & ~word & 0x80808080U) != 0) /* some byte is 0 */
            return i + 1;
    }
    return 0;
}

static struct spirv_instruction instruction_at(const struct spirv_reader *reader, const uint32_t *words) {
    return spirv_instruction_at(reader->module, (uint32_t)(words - reader->module->words));
}

static enum spirv_result fail(const struct walk *walk, enum spirv_result result, const char *what) {
    struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
    return spirv_fail_at(walk->reader->error, result, &instruction, "%s", what);
}

/* The first instruction that the grammar lacks; there is one. */
static uint32_t find_unknown(const struct spirv_module *module) {
    uint32_t word = SPIRV_HEADER_WORDS;
    while (spirv_grammar_knows(module->words[word] & 0xFFFF))
        word += module->words[word] >> 16;
    return word;
}

/* An id that perhaps no instruction of a known opcode defines: an unknown instruction may define it. */
static enum spirv_result check_id(struct spirv_reader *reader, const uint32_t *words, const uint32_t *operand) {
    const struct spirv_module *module = reader->module;
    if (spirv_index(module, *operand) != 0)
        return SPIRV_OK;
    struct spirv_instruction instruction = instruction_at(reader, words);
    if (*operand == 0)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "an operand is id 0; ids begin at 1");
    if (*operand >= module->bound)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                             "operand %%%u is not below the bound %u that the header states", *operand, module->bound);
    if (reader->counts.unknown == 0)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "operand %%%u is defined nowhere", *operand);
    if (operand == instruction.operands && spirv_names_target(instruction.opcode)) {
        spirv_define_target(reader, *operand);
        return SPIRV_OK;
    }
    uint32_t unknown = find_unknown(module);
    return spirv_fail(reader->error, SPIRV_UNSUPPORTED, unknown, *operand,
                      "opcode %u is not known, and it may define %%%u, which %s at word %u uses",
                      module->words[unknown] & 0xFFFF, *operand, spirv_opcode_name(instruction.opcode),
                      instruction.word);
}

/* How many words a number of this type has, 0 if it is no number's type. */
static uint32_t number_words(const struct spirv_type *type) {
    if (!type || (type->opcode != SpvOpTypeInt && type->opcode != SpvOpTypeFloat))
        return 0;
    return type->width > 32 ? 2 : 1;
}

static uint32_t words_left(const struct walk *walk) {
    return (uint32_t)(walk->end - walk->next);
}

static enum spirv_result too_short(const struct walk *walk) {
    return fail(walk, SPIRV_INVALID, "the instruction is too short for its operands");
}

static enum spirv_result walk_id(struct walk *walk) {
    if (words_left(walk) < 1)
        return too_short(walk);
    return check_id(walk->reader, walk->words, walk->next++);
}

static enum spirv_result walk_literals(struct walk *walk, uint32_t count) {
    if (words_left(walk) < count)
        return too_short(walk);
    walk->next += count;
    return SPIRV_OK;
}

static enum spirv_result walk_string(struct walk *walk) {
    uint32_t words = spirv_string_words(walk->next, words_left(walk));
    if (words == 0)
        return fail(walk, SPIRV_INVALID, "its string does not end within the instruction");
    walk->next += words;
    return SPIRV_OK;
}

static enum spirv_result walk_number(struct walk *walk) {
    uint32_t words = number_words(spirv_type_of_id(walk->reader->module, walk->words[1]));
    if (words == 0)
        return fail(walk, SPIRV_INVALID, "its type is neither an integer nor a float type");
    return walk_literals(walk, words);
}

/* The type of a value whose own operands may not have been checked yet. */
static const struct spirv_type *type_of_value(const struct spirv_module *module, spirv_id value) {
    struct spirv_instruction instruction = spirv_defining(module, value);
    return spirv_type_of_id(module, instruction.type);
}

static enum spirv_result walk_switch_target(struct walk *walk) {
    spirv_id selector = walk->words[1];
    const struct spirv_type *type = type_of_value(walk->reader->module, selector);
    if (!type || type->opcode != SpvOpTypeInt)
        return fail(walk, SPIRV_INVALID, "its selector is no integer");
    enum spirv_result result = walk_literals(walk, number_words(type));
    return result == SPIRV_OK ? walk_id(walk) : result;
}

/* `kind` and `name` of an enumerant, or "it" and "": nothing that the module declares enables it. */
static enum spirv_result not_enabled(struct spirv_reader *reader, const uint32_t *words, const char *kind,
                                     const char *name, uint16_t needs) {
    struct spirv_instruction instruction = instruction_at(reader, words);
    char capabilities[160];
    spirv_grammar_needs(needs, capabilities, sizeof capabilities);
    return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                         "%s%s%s needs capability %s, which the module does not declare", kind, *name ? " " : "", name,
                         capabilities);
}

/* Whether an enumerant is known, and enabled. */
static enum spirv_result check_enumerant(const struct walk *walk, const struct spirv_enumeration *enumeration,
                                         const struct spirv_enumerant *enumerant) {
    if (enumerant->parameter_count == SPIRV_PARAMETERS_UNKNOWN) {
        struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, &instruction, "%s %s is not known",
                             enumeration->name, enumerant->name);
    }
    if (walk->reader->enabled[enumerant->needs])
        return SPIRV_OK;
    return not_enabled(walk->reader, walk->words, enumeration->name, enumerant->name, enumerant->needs);
}

static enum spirv_result walk_enumeration(struct walk *walk, uint8_t code);

static enum spirv_result walk_parameter(struct walk *walk, uint8_t code) {
    code &= SPIRV_OPERAND_CODE_MASK;
    switch (code) {
    case SPIRV_OPERAND_ID:
        return walk_id(walk);
    case SPIRV_OPERAND_STRING:
        return walk_string(walk);
    }
    return code < SPIRV_OPERAND_ENUMERATION ? walk_literals(walk, 1) : walk_enumeration(walk, code);
}

static enum spirv_result walk_parameters(struct walk *walk, const struct spirv_enumeration *enumeration,
                                         const struct spirv_enumerant *enumerant) {
    enum spirv_result result = check_enumerant(walk, enumeration, enumerant);
    for (uint32_t i = 0; result == SPIRV_OK && i < enumerant->parameter_count; ++i) {
        uint8_t code = enumerant->parameters[i];
        do {
            if ((code & SPIRV_OPERAND_REPEATED) && words_left(walk) == 0)
                break;
            result = walk_parameter(walk, code);
        } while (result == SPIRV_OK && (code & SPIRV_OPERAND_REPEATED));
    }
    return result;
}

/* The parameters of a mask follow in order of its bits. Unknown bits could have some. */
static enum spirv_result walk_mask(struct walk *walk, const struct spirv_enumeration *enumeration, uint32_t mask) {
    uint32_t unknown = mask;
    for (uint32_t i = 0; unknown != 0 && i < enumeration->count; ++i) {
        const struct spirv_enumerant *enumerant = &enumeration->enumerants[i];
        if (!(unknown & enumerant->value))
            continue;
        unknown &= ~enumerant->value;
        enum spirv_result result = walk_parameters(walk, enumeration, enumerant);
        if (result != SPIRV_OK)
            return result;
    }
    if (unknown != 0 && enumeration->has_parameters) {
        struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, &instruction, "%s bits 0x%X are not known",
                             enumeration->name, unknown);
    }
    return SPIRV_OK;
}

static enum spirv_result unknown_kind(const struct walk *walk, const struct spirv_enumeration *kind) {
    struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
    return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, &instruction, "operands of kind %s are not known",
                         kind->name);
}

static enum spirv_result walk_enumeration(struct walk *walk, uint8_t code) {
    if (words_left(walk) < 1)
        return too_short(walk);
    const struct spirv_enumeration *enumeration = spirv_grammar_enumeration(code);
    if (!enumeration->enumerants)
        return unknown_kind(walk, enumeration);
    uint32_t value = *walk->next++;
    if (enumeration->is_mask)
        return value == 0 ? SPIRV_OK : walk_mask(walk, enumeration, value);
    const struct spirv_enumerant *enumerant = spirv_grammar_enumerant(enumeration, value);
    if (enumerant)
        return walk_parameters(walk, enumeration, enumerant);
    if (enumeration->has_parameters)
        walk->next = walk->end; /* those of an unknown one are kept as they are */
    return SPIRV_OK;
}

static enum spirv_result walk_operands(struct walk *walk, const struct spirv_grammar *grammar, uint32_t first);

static enum spirv_result walk_spec_constant_op(struct walk *walk) {
    if (words_left(walk) < 1)
        return too_short(walk);
    uint32_t opcode = *walk->next++;
    struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
    const char *name = spirv_opcode_name(opcode);
    if (!spirv_grammar_knows(opcode) && name)
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, &instruction, "%s in it is not known", name);
    if (!spirv_grammar_knows(opcode))
        return spirv_fail_at(walk->reader->error, SPIRV_UNSUPPORTED, &instruction, "opcode %u in it is not known",
                             opcode);
    const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
    uint8_t both = SPIRV_GRAMMAR_HAS_TYPE | SPIRV_GRAMMAR_HAS_RESULT;
    if (opcode == SpvOpSpecConstantOp || (grammar->flags & both) != both)
        return spirv_fail_at(walk->reader->error, SPIRV_INVALID, &instruction, "it cannot hold %s",
                             spirv_opcode_name(opcode));
    if (!walk->reader->enabled[grammar->needs])
        return not_enabled(walk->reader, walk->words, spirv_opcode_name(opcode), "in it", grammar->needs);
    return walk_operands(walk, grammar, 0);
}

static enum spirv_result walk_operand(struct walk *walk, uint8_t code) {
    enum spirv_result result;
    code &= SPIRV_OPERAND_CODE_MASK;
    switch (code) {
    case SPIRV_OPERAND_ID:
        return walk_id(walk);
    case SPIRV_OPERAND_LITERAL:
    case SPIRV_OPERAND_EXTENDED_OPCODE:
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

/* Walks the operands from this one of the grammar on. */
static enum spirv_result walk_operands(struct walk *walk, const struct spirv_grammar *grammar, uint32_t first) {
    const uint8_t *codes = spirv_grammar_operands(grammar);
    uint32_t next = SPIRV_WORK_PER_QUESTION;
    for (uint32_t i = first; i < grammar->operand_count; ++i) {
        bool is_repeated = codes[i] & SPIRV_OPERAND_REPEATED;
        bool may_lack = is_repeated || (codes[i] & SPIRV_OPERAND_OPTIONAL);
        do {
            if (may_lack && words_left(walk) == 0)
                break;
            enum spirv_result result = walk_operand(walk, codes[i]);
            if (result != SPIRV_OK)
                return result;
            if (is_repeated)
                spirv_ask(walk->reader->arena->watch, (uint32_t)(walk->next - walk->words), &next);
        } while (is_repeated);
    }
    return SPIRV_OK;
}

static bool is_old_debug_information(const char *set) {
    return strcmp(set, "DebugInfo") == 0 || strncmp(set, "OpenCL.DebugInfo.", 17) == 0;
}

bool spirv_is_non_semantic(const char *set) {
    return strncmp(set, "NonSemantic.", 12) == 0 || is_old_debug_information(set);
}

/* glslang 12 (not 15) writes such an id for the type that a buffer reference points to. */
static const char debug_id_is_0[] =
    "an operand is id 0; ids begin at 1 (glslang 12 writes this with -gVS where buffers "
    "are referenced; compile with -g instead)";

/* The old sets have literals among their operands; all others have ids alone. */
static enum spirv_result walk_extended_instruction(struct walk *walk) {
    struct spirv_instruction instruction = instruction_at(walk->reader, walk->words);
    struct spirv_instruction import = spirv_defining(walk->reader->module, instruction.operands[0]);
    enum spirv_result result = SPIRV_OK;
    if (import.opcode != SpvOpExtInstImport)
        return spirv_fail_at(walk->reader->error, SPIRV_INVALID, &instruction, "its set %%%u is no OpExtInstImport",
                             instruction.operands[0]);
    if (is_old_debug_information((const char *)import.operands))
        return SPIRV_OK;
    for (walk->next = instruction.operands + 2; result == SPIRV_OK && walk->next < walk->end;) {
        if (*walk->next == 0 && spirv_is_debug_set((const char *)import.operands))
            return fail(walk, SPIRV_INVALID, debug_id_is_0);
        result = walk_id(walk);
    }
    return result;
}

/* The operands from `next` on, after the leading ids. */
static enum spirv_result check_rest(struct spirv_reader *reader, const uint32_t *words, const uint32_t *next) {
    struct walk walk = {.reader = reader, .words = words, .next = next, .end = words + (words[0] >> 16)};
    const struct spirv_grammar *grammar = spirv_grammar_of(words[0] & 0xFFFF);
    if ((words[0] & 0xFFFF) == SpvOpExtInst)
        return walk_extended_instruction(&walk);
    enum spirv_result result = walk_operands(&walk, grammar, grammar->leading_ids);
    if (result == SPIRV_OK && walk.next < walk.end) {
        struct spirv_instruction instruction = instruction_at(reader, words);
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "it has %u words too many", words_left(&walk));
    }
    return result == SPIRV_OK ? spirv_rewrite_untyped(reader, (uint32_t)(words - reader->module->words)) : result;
}

/* The id is not a type, or not one that has been read. */
static enum spirv_result wrong_type(struct spirv_reader *reader, const uint32_t *words) {
    struct spirv_instruction instruction = instruction_at(reader, words);
    enum spirv_result result = check_id(reader, words, &instruction.type);
    if (result != SPIRV_OK)
        return result;
    return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                         "its result type %%%u is no type that stands before it", instruction.type);
}

/* The first id that the table of direct look-up lacks. */
static inline const uint32_t *skip_defined(const struct spirv_module *module, const uint32_t *id, const uint32_t *end) {
    const uint32_t *table = module->index_table;
    uint32_t index_end = module->index_end;
    while (id < end && *id < index_end && table[*id] != 0)
        ++id;
    return id;
}

/* Whether the words after the leading ids are one string, as a name, or one number of the result's type, as a constant,
 * and the grammar demands no more. */
static bool is_one_operand(const struct spirv_grammar *grammar, const struct spirv_type *type, const uint32_t *next,
                           const uint32_t *end) {
    uint32_t count = (uint32_t)(end - next), first = grammar->leading_ids;
    uint8_t code = spirv_grammar_operands(grammar)[first];
    if (code == SPIRV_OPERAND_NUMBER)
        return grammar->operand_count == first + 1 && number_words(type) == count;
    return code == SPIRV_OPERAND_STRING && grammar->operand_count == first + 1 &&
           spirv_string_words(next, count) == count;
}

static inline enum spirv_result check_operands(struct spirv_reader *reader, const uint32_t *words,
                                               const struct spirv_grammar *grammar, uint32_t index) {
    const struct spirv_module *module = reader->module;
    const uint32_t *operands = words + grammar->own_words, *end = words + (words[0] >> 16);
    const uint32_t *ids_end = grammar->flags & SPIRV_GRAMMAR_ONLY_IDS ? end : operands + grammar->leading_ids;
    const struct spirv_type *type = NULL;
    if (!reader->enabled[grammar->needs])
        return not_enabled(reader, words, "it", "", grammar->needs);
    if (grammar->flags & SPIRV_GRAMMAR_HAS_TYPE) {
        type = spirv_type_of_id(module, words[1]);
        if (!type)
            return wrong_type(reader, words);
        module->definitions[index].type = type;
    }
    for (const uint32_t *id = operands; (id = skip_defined(module, id, ids_end)) < ids_end; ++id) {
        enum spirv_result result = check_id(reader, words, id);
        if (result != SPIRV_OK)
            return result;
    }
    bool is_done = ids_end == end || (grammar->flags & SPIRV_GRAMMAR_LITERALS_FOLLOW) ||
                   is_one_operand(grammar, type, ids_end, end);
    return is_done ? SPIRV_OK : check_rest(reader, words, ids_end);
}

enum spirv_result spirv_check_operands(struct spirv_reader *reader, uint32_t word, uint32_t index) {
    const uint32_t *words = reader->module->words + word;
    return check_operands(reader, words, spirv_grammar_of(words[0] & 0xFFFF), index);
}

enum spirv_result spirv_check_bodies(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    const uint32_t *words = module->words + reader->first_function, *end = module->words + module->word_count;
    uint32_t index = module->declaration_count + 1;
    while (words < end) {
        const uint32_t *stop = words + spirv_ask_until(reader->arena->watch, 0, (uint32_t)(end - words));
        for (; words < stop; words += words[0] >> 16) {
            const struct spirv_grammar *grammar = spirv_grammar_of(words[0] & 0xFFFF);
            enum spirv_result result = check_operands(reader, words, grammar, index);
            if (result != SPIRV_OK)
                return result;
            index += (grammar->flags & SPIRV_GRAMMAR_HAS_RESULT) != 0;
        }
    }
    return SPIRV_OK;
}
