/* Functions and blocks, and the order of a module's sections. */
#include "spirv/later.h"
#include "spirv/reader.h"

enum place {
    PLACE_MODULE,
    PLACE_PARAMETERS, /* after OpFunction */
    PLACE_BLOCK,
    PLACE_BETWEEN_BLOCKS
};

struct bracket {
    struct spirv_reader *reader;
    enum place place;
    uint8_t section;
    struct spirv_function *function;
    struct spirv_block *block;
    uint32_t *parameters;
};

static enum spirv_result misplaced(const struct bracket *bracket, uint32_t word, const char *why) {
    struct spirv_instruction instruction = spirv_instruction_at(bracket->reader->module, word);
    return spirv_fail_at(bracket->reader->error, SPIRV_INVALID, &instruction, "%s", why);
}

/* A block ends here without a terminator that is known. */
static enum spirv_result unterminated(const struct bracket *bracket, uint32_t word) {
    struct spirv_error *error = bracket->reader->error;
    const uint32_t *words = bracket->reader->module->words;
    spirv_id label = bracket->block->label;
    uint32_t last = bracket->block->first_word;
    while (last + (words[last] >> 16) < word)
        last += words[last] >> 16;
    if (!spirv_grammar_knows(words[last] & 0xFFFF))
        return spirv_fail(error, SPIRV_UNSUPPORTED, last, label, "opcode %u is not known, and block %%%u ends with it",
                          words[last] & 0xFFFF, label);
    return spirv_fail(error, SPIRV_INVALID, word, label,
                      "block %%%u has no terminator before %s; it needs a branch or a return", label,
                      spirv_opcode_name(words[word] & 0xFFFF));
}

static enum spirv_result begin_function(struct bracket *bracket, uint32_t word) {
    struct spirv_module *module = bracket->reader->module;
    struct spirv_instruction instruction = spirv_instruction_at(module, word);
    if (bracket->place != PLACE_MODULE)
        return misplaced(bracket, word, "the function before it has no OpFunctionEnd");
    bracket->function = &module->functions[module->function_count++];
    *bracket->function = (struct spirv_function){.id = instruction.result,
                                                 .type = instruction.operands[1],
                                                 .word = word,
                                                 .control = instruction.operands[0],
                                                 .parameters = bracket->parameters,
                                                 .first_block = module->block_count};
    bracket->place = PLACE_PARAMETERS;
    return SPIRV_OK;
}

static enum spirv_result end_function(struct bracket *bracket, uint32_t word) {
    if (bracket->place == PLACE_MODULE)
        return misplaced(bracket, word, "there is no function that it ends");
    if (bracket->place == PLACE_BLOCK)
        return unterminated(bracket, word);
    bracket->function->end_word = word;
    bracket->place = PLACE_MODULE;
    return SPIRV_OK;
}

static enum spirv_result add_parameter(struct bracket *bracket, uint32_t word) {
    if (bracket->place != PLACE_PARAMETERS)
        return misplaced(bracket, word, "parameters come right after OpFunction");
    *bracket->parameters++ = bracket->reader->module->words[word + 2]; /* after its type */
    ++bracket->function->parameter_count;
    return SPIRV_OK;
}

static enum spirv_result begin_block(struct bracket *bracket, uint32_t word) {
    struct spirv_module *module = bracket->reader->module;
    if (bracket->place == PLACE_MODULE)
        return misplaced(bracket, word, "it stands outside of any function");
    if (bracket->place == PLACE_BLOCK)
        return unterminated(bracket, word);
    bracket->block = &module->blocks[module->block_count++];
    *bracket->block = (struct spirv_block){.label = module->words[word + 1], .first_word = word + 2};
    ++bracket->function->block_count;
    bracket->place = PLACE_BLOCK;
    return SPIRV_OK;
}

static enum spirv_result end_block(struct bracket *bracket, uint32_t word) {
    if (bracket->place != PLACE_BLOCK)
        return misplaced(bracket, word, "it stands outside of any block; a block begins with OpLabel");
    bracket->block->terminator = word;
    bracket->place = PLACE_BETWEEN_BLOCKS;
    return SPIRV_OK;
}

static enum spirv_result add_merge(struct bracket *bracket, uint32_t word) {
    if (bracket->block->merge != 0)
        return misplaced(bracket, word, "its block has a merge instruction already");
    bracket->block->merge = word;
    return SPIRV_OK;
}

/* Allowed among the declarations, and in blocks. (OpExtInst stands in blocks too, and outside of functions
 * anywhere.) */
static bool is_declaration_or_in_block(uint16_t opcode) {
    return opcode == SpvOpUndef || opcode == SpvOpVariable || opcode == SPIRV_UNTYPED_VARIABLE;
}

static enum spirv_result add_call(struct bracket *bracket) {
    bracket->function->has_calls = true;
    return SPIRV_OK;
}

static enum spirv_result check_section(struct bracket *bracket, uint32_t word, uint8_t section) {
    if (bracket->place != PLACE_MODULE)
        return misplaced(bracket, word, "it cannot stand in a function; is OpFunctionEnd missing before it?");
    if (section < bracket->section)
        return misplaced(bracket, word,
                         "it comes too late; the order of a module's sections is that of section 2.4 of the "
                         "specification");
    bracket->section = section;
    return SPIRV_OK;
}

static enum spirv_result place_in_function(struct bracket *bracket, uint32_t word, uint8_t role) {
    bracket->section = SPIRV_SECTION_FUNCTION;
    switch (role) {
    case SPIRV_ROLE_FUNCTION:
        return begin_function(bracket, word);
    case SPIRV_ROLE_PARAMETER:
        return add_parameter(bracket, word);
    case SPIRV_ROLE_FUNCTION_END:
        return end_function(bracket, word);
    case SPIRV_ROLE_LABEL:
        return begin_block(bracket, word);
    }
    if (bracket->place != PLACE_BLOCK)
        return misplaced(bracket, word, "it stands outside of any block; a block begins with OpLabel");
    switch (role) {
    case SPIRV_ROLE_CALL:
        return add_call(bracket);
    case SPIRV_ROLE_MERGE:
        return add_merge(bracket, word);
    }
    return end_block(bracket, word);
}

/* SPV_KHR_non_semantic_info lets them stand after a block's end, and spirv-opt puts the older debug information there
 * too. */
static bool is_non_semantic(const struct spirv_module *module, const struct spirv_instruction *instruction) {
    if (instruction->opcode != SpvOpExtInst && instruction->opcode != SPIRV_EXT_INST_WITH_FORWARD_REFS)
        return false;
    struct spirv_instruction import = spirv_defining(module, instruction->operands[0]);
    return import.opcode == SpvOpExtInstImport && spirv_is_non_semantic((const char *)import.operands);
}

static enum spirv_result place(struct bracket *bracket, uint32_t word, const struct spirv_grammar *grammar) {
    struct spirv_module *module = bracket->reader->module;
    if (grammar->section == SPIRV_SECTION_FUNCTION)
        return place_in_function(bracket, word, grammar->role);
    struct spirv_instruction instruction = spirv_instruction_at(module, word);
    if (is_non_semantic(module, &instruction))
        return SPIRV_OK;
    bool is_declaration = is_declaration_or_in_block(instruction.opcode);
    bool is_in_block =
        is_declaration || instruction.opcode == SpvOpExtInst || instruction.opcode == SPIRV_EXT_INST_WITH_FORWARD_REFS;
    if (is_in_block && bracket->place != PLACE_MODULE && bracket->place != PLACE_BLOCK)
        return misplaced(bracket, word, "it stands outside of any block; a block begins with OpLabel");
    if (grammar->section == SPIRV_SECTION_ANY && (!is_declaration || bracket->place == PLACE_BLOCK))
        return SPIRV_OK;
    enum spirv_result result =
        check_section(bracket, word, is_declaration ? SPIRV_SECTION_DECLARATION : grammar->section);
    if (result == SPIRV_OK && instruction.opcode != SpvOpUndef && is_declaration)
        module->globals[module->global_count++] = word;
    return result;
}

static void allocate_structure(struct bracket *bracket) {
    struct arena *arena = bracket->reader->arena;
    struct spirv_module *module = bracket->reader->module;
    const struct spirv_counts *counts = &bracket->reader->counts;
    module->functions = arena_allocate(arena, counts->functions * sizeof *module->functions);
    module->blocks = arena_allocate(arena, counts->blocks * sizeof *module->blocks);
    module->globals = arena_allocate(arena, counts->globals * sizeof *module->globals);
    bracket->parameters = arena_allocate(arena, counts->parameters * sizeof *bracket->parameters);
}

/* A declaration before all functions, in its order, is the commonest case: place() would say the same of it. */
static inline bool is_in_order(const struct bracket *bracket, const struct spirv_grammar *grammar) {
    return grammar->role == SPIRV_ROLE_DECLARATION && bracket->place == PLACE_MODULE &&
           grammar->section >= bracket->section;
}

/* The number of the function that is being read, from 1. */
static uint32_t current_function(const struct bracket *bracket) {
    return bracket->place == PLACE_MODULE ? 0 : bracket->reader->module->function_count;
}

enum spirv_result spirv_read_structure(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    struct bracket bracket = {.reader = reader};
    enum spirv_result placed = SPIRV_OK;
    uint32_t function = 0, word = SPIRV_HEADER_WORDS, end = module->word_count;
    spirv_allocate_index(reader);
    allocate_structure(&bracket);
    /* faults of ids are reported before faults of the structure */
    while (word < end) {
        uint32_t stop = spirv_ask_until(reader->arena->watch, word, end);
        for (; word < stop; word += module->words[word] >> 16) {
            const uint32_t *words = module->words + word;
            const struct spirv_grammar *grammar = spirv_grammar_of(words[0] & 0xFFFF);
            bool is_plain = bracket.place == PLACE_BLOCK && grammar->role <= SPIRV_ROLE_UNKNOWN;
            if (is_in_order(&bracket, grammar)) {
                bracket.section = grammar->section;
            } else if (!is_plain && placed == SPIRV_OK) {
                placed = place(&bracket, word, grammar);
                function = current_function(&bracket);
            }
            if (!(grammar->flags & SPIRV_GRAMMAR_HAS_RESULT))
                continue;
            enum spirv_result defined = spirv_define_id(reader, words[grammar->own_words - 1], word, function);
            if (defined != SPIRV_OK)
                return defined;
        }
    }
    if (placed == SPIRV_OK && bracket.place != PLACE_MODULE)
        return spirv_fail(reader->error, SPIRV_INVALID, bracket.function->word, bracket.function->id,
                          "function %%%u has no OpFunctionEnd before the module's end; is the file cut off?",
                          bracket.function->id);
    return placed;
}
