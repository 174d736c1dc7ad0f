/* spirv_read: the order of the reader's steps (see reader.h). */
#include <stdint.h>
#include <string.h>

#include "mmra/base/sort.h"
#include "spirv/later.h"
#include "spirv/reader.h"

enum { NEWEST_VERSION = 0x00010600 };

/* ---- the header ---- */

static uint32_t swap_bytes(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
}

/* A short text may be padded with zeros to whole words. */
static bool is_text(const unsigned char *bytes, size_t count) {
    while (count > 4 && bytes[count - 1] == 0)
        --count;
    for (size_t i = 0; i < count; ++i) {
        bool is_printable = bytes[i] >= 0x20 && bytes[i] < 0x7F;
        if (!is_printable && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r')
            return false;
    }
    return true;
}

/* Guesses from its first bytes what a file is that is not SPIR-V. */
static enum spirv_result wrong_magic(struct spirv_error *error, const uint32_t *words, size_t word_count) {
    static const struct {
        char bytes[5];
        const char *what;
    } signatures[] = {{"BC\xC0\xDE", "this is LLVM bitcode"},
                      {"DXBC", "this is a DirectX shader container"},
                      {"\x7F"
                       "ELF",
                       "this is an ELF file"}};
    const char *what = "its first word is not the magic number 0x07230203";
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; ++i)
        if (memcmp(words, signatures[i].bytes, 4) == 0)
            what = signatures[i].what;
    if (is_text((const unsigned char *)words, (word_count < 16 ? word_count : 16) * 4))
        what = "this is text; assemble it with spirv-as, or name it .spvasm";
    return spirv_fail(error, SPIRV_INVALID, 0, 0, "not a SPIR-V module: %s", what);
}

static uint32_t *copy_words(const struct spirv_reader *reader, bool is_swapped) {
    const uint32_t *words = reader->module->words;
    uint32_t *copy = arena_allocate(reader->arena, reader->module->word_count * sizeof *copy), next = 0;
    for (uint32_t i = 0; i < reader->module->word_count; ++i) {
        spirv_ask(reader->arena->watch, i, &next);
        copy[i] = is_swapped ? swap_bytes(words[i]) : words[i];
    }
    return copy;
}

/* Words in the other byte order are always copied. */
static enum spirv_result take_words(struct spirv_reader *reader, const uint32_t *words, size_t word_count,
                                    bool in_place) {
    struct spirv_module *module = reader->module;
    if (word_count == 0)
        return spirv_fail(reader->error, SPIRV_INVALID, 0, 0, "not a SPIR-V module: the file is empty");
    bool is_swapped = words[0] == swap_bytes(SpvMagicNumber);
    if (words[0] != SpvMagicNumber && !is_swapped)
        return wrong_magic(reader->error, words, word_count);
    if (word_count < SPIRV_HEADER_WORDS)
        return spirv_fail(reader->error, SPIRV_INVALID, 0, 0,
                          "the module has %u words, and its header alone has 5; is the file cut off?",
                          (unsigned)word_count);
    if (word_count > UINT32_MAX / 4)
        return spirv_fail(reader->error, SPIRV_UNSUPPORTED, 0, 0, "the module is larger than 4 GiB");
    module->given = module->words = words;
    module->word_count = (uint32_t)word_count;
    if (!in_place || is_swapped)
        module->given = module->words = copy_words(reader, is_swapped);
    return SPIRV_OK;
}

static enum spirv_result read_header(struct spirv_reader *reader) {
    struct spirv_module *module = reader->module;
    module->version = module->words[1];
    module->generator = module->words[2];
    module->bound = module->words[3];
    if (module->version < 0x00010000 || (module->version & 0xFF0000FF) != 0)
        return spirv_fail(reader->error, SPIRV_INVALID, 1, 0, "the version word 0x%08X is no version of SPIR-V",
                          module->version);
    if (module->version > NEWEST_VERSION)
        return spirv_fail(reader->error, SPIRV_UNSUPPORTED, 1, 0,
                          "SPIR-V %u.%u is newer than 1.6, the newest version that is supported", module->version >> 16,
                          module->version >> 8 & 0xFF);
    if (module->words[4] != 0)
        return spirv_fail(reader->error, SPIRV_UNSUPPORTED, 4, 0, "instruction schema %u is not known, only 0",
                          module->words[4]);
    return SPIRV_OK;
}

/* ---- lengths, capabilities and extensions ---- */

static bool has_its_length(const struct spirv_module *module, uint32_t word, const struct spirv_grammar *grammar) {
    uint32_t length = module->words[word] >> 16, minimum = grammar->minimum_length;
    bool fits = length == minimum || (length > minimum && !(grammar->flags & SPIRV_GRAMMAR_FIXED_LENGTH));
    return fits && length <= module->word_count - word;
}

static enum spirv_result wrong_length(struct spirv_reader *reader, uint32_t word) {
    const struct spirv_module *module = reader->module;
    uint32_t length = module->words[word] >> 16, opcode = module->words[word] & 0xFFFF;
    const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
    const char *name = spirv_opcode_name(opcode);
    if (length == 0)
        return spirv_fail(reader->error, SPIRV_INVALID, word, 0, "opcode %u (%s) has a length of 0 words", opcode,
                          name ? name : "unknown");
    if (length > module->word_count - word)
        return spirv_fail(reader->error, SPIRV_INVALID, word, 0,
                          "opcode %u (%s) has %u words, and %u are left in the module; is the file cut off?", opcode,
                          name ? name : "unknown", length, module->word_count - word);
    bool is_fixed = grammar->flags & SPIRV_GRAMMAR_FIXED_LENGTH;
    return spirv_fail(reader->error, SPIRV_INVALID, word, 0, "%s has %u words, and takes %s%u", name, length,
                      is_fixed ? "" : "at least ", grammar->minimum_length);
}

static enum spirv_result check_extension(struct spirv_reader *reader, uint32_t word) {
    static const char non_semantic[] = "NonSemantic.";
    const uint32_t *string = reader->module->words + word + 1;
    uint32_t length = (reader->module->words[word] >> 16) - 1;
    if (spirv_string_words(string, length) != length)
        return spirv_fail(reader->error, SPIRV_INVALID, word, 0, "OpExtension: its string does not end with it");
    const char *name = (const char *)string;
    spirv_enable_extension(reader->module->enabled, name);
    if (spirv_grammar_knows_extension(name) || strncmp(name, non_semantic, sizeof non_semantic - 1) == 0)
        return SPIRV_OK;
    return spirv_fail(reader->error, SPIRV_UNSUPPORTED, word, 0, "extension %.200s is not known", name);
}

static enum spirv_result check_capability(struct spirv_reader *reader, uint32_t word) {
    uint32_t capability = reader->module->words[word + 1];
    bool is_rewritten = capability == SPIRV_CAPABILITY_UNTYPED_POINTERS ||
                        capability == SPIRV_CAPABILITY_DESCRIPTOR_HEAP || capability == SPIRV_CAPABILITY_POISON_FREEZE;
    if (is_rewritten && !reader->rewritten)
        reader->module->words = reader->rewritten = copy_words(reader, false);
    spirv_enable_capability(reader->module->enabled, capability);
    if (spirv_grammar_knows_capability(capability))
        return SPIRV_OK;
    const char *name = spirv_capability_name(capability);
    if (name)
        return spirv_fail(reader->error, SPIRV_UNSUPPORTED, word, 0, "capability %s is not known", name);
    return spirv_fail(reader->error, SPIRV_UNSUPPORTED, word, 0, "capability %u is not known", capability);
}

/* Capabilities, then extensions, are the first two sections; what is not known among them is refused before
 * anything else is looked at, since all the rest may depend on it. */
static enum spirv_result check_features(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    enum spirv_result result = SPIRV_OK;
    reader->module->enabled = spirv_enabled_create(reader->arena);
    for (uint32_t word = SPIRV_HEADER_WORDS; word < module->word_count; word += module->words[word] >> 16) {
        uint32_t opcode = module->words[word] & 0xFFFF;
        if (opcode != SpvOpCapability && opcode != SpvOpExtension && opcode != SpvOpNop)
            break;
        if (!has_its_length(module, word, spirv_grammar_of(opcode)))
            result = wrong_length(reader, word);
        else if (opcode == SpvOpCapability)
            result = check_capability(reader, word);
        else if (opcode == SpvOpExtension)
            result = check_extension(reader, word);
        if (result != SPIRV_OK)
            break;
    }
    reader->enabled = spirv_enabled_sets(reader->module->enabled);
    return result;
}

static void count(struct spirv_counts *counts, uint32_t opcode) {
    switch (opcode) {
    case SpvOpCapability:
        ++counts->capabilities;
        break;
    case SpvOpEntryPoint:
        ++counts->entry_points;
        break;
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
        ++counts->execution_modes;
        break;
    case SpvOpVariable:
    case SPIRV_UNTYPED_VARIABLE:
        ++counts->globals;
        break;
    }
}

static enum spirv_result count_declarations(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    struct spirv_counts *counts = &reader->counts;
    uint32_t word = SPIRV_HEADER_WORDS, end = module->word_count;
    for (uint32_t stop = word; word < end && stop <= word;) {
        stop = spirv_ask_until(reader->arena->watch, word, end);
        for (; word < stop; word += module->words[word] >> 16) {
            uint32_t opcode = module->words[word] & 0xFFFF;
            const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
            if (opcode == SpvOpFunction)
                break;
            if (!has_its_length(module, word, grammar))
                return wrong_length(reader, word);
            counts->results += (grammar->flags & SPIRV_GRAMMAR_HAS_RESULT) != 0;
            counts->types += (grammar->flags & SPIRV_GRAMMAR_DECLARES_TYPE) != 0;
            counts->unknown += grammar->role == SPIRV_ROLE_UNKNOWN;
            count(counts, opcode);
        }
    }
    reader->first_function = word;
    reader->module->declaration_count = counts->results;
    return SPIRV_OK;
}

/* Declarations among functions need no table: they are an error. */
static enum spirv_result count_bodies(struct spirv_reader *reader) {
    struct spirv_module *module = reader->module;
    struct spirv_counts *counts = &reader->counts;
    uint32_t results = 0, of_role[SPIRV_ROLE_COUNT] = {0};
    for (uint32_t word = reader->first_function; word < module->word_count;) {
        uint32_t stop = spirv_ask_until(reader->arena->watch, word, module->word_count);
        for (; word < stop; word += module->words[word] >> 16) {
            const struct spirv_grammar *grammar = spirv_grammar_of(module->words[word] & 0xFFFF);
            if (!has_its_length(module, word, grammar))
                return wrong_length(reader, word);
            results += (grammar->flags & SPIRV_GRAMMAR_HAS_RESULT) != 0;
            ++of_role[grammar->role];
        }
    }
    for (int role = 0; role < SPIRV_ROLE_COUNT; ++role)
        module->body_length += of_role[role];
    counts->results += results;
    counts->functions = of_role[SPIRV_ROLE_FUNCTION];
    counts->parameters = of_role[SPIRV_ROLE_PARAMETER];
    counts->blocks = of_role[SPIRV_ROLE_LABEL];
    counts->unknown += of_role[SPIRV_ROLE_UNKNOWN];
    return SPIRV_OK;
}

/* Refuses unknown instructions that the grammar names; the others may define what is named or decorated. */
static enum spirv_result refuse_unknown(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    if (reader->counts.unknown == 0)
        return SPIRV_OK;
    for (uint32_t word = SPIRV_HEADER_WORDS; word < module->word_count; word += module->words[word] >> 16) {
        uint32_t opcode = module->words[word] & 0xFFFF;
        if (!spirv_grammar_knows(opcode) && spirv_opcode_name(opcode))
            return spirv_fail(reader->error, SPIRV_UNSUPPORTED, word, 0, "%s is not known", spirv_opcode_name(opcode));
        reader->counts.targets += spirv_names_target((uint16_t)opcode);
    }
    return SPIRV_OK;
}

/* An undefined value is one of those that poison may be taken for (SPV_KHR_poison_freeze). */
static enum spirv_result replace_poison(struct spirv_reader *reader) {
    uint32_t *words = reader->rewritten, next = 0;
    for (uint32_t word = SPIRV_HEADER_WORDS; words && word < reader->module->word_count; word += words[word] >> 16) {
        spirv_ask(reader->arena->watch, word, &next);
        if ((words[word] & 0xFFFF) == SPIRV_POISON)
            words[word] = (words[word] & 0xFFFF0000) | SpvOpUndef;
    }
    return SPIRV_OK;
}

static enum spirv_result allocate_tables(struct spirv_reader *reader) {
    struct spirv_module *module = reader->module;
    const struct spirv_counts *counts = &reader->counts;
    struct arena *arena = reader->arena;
    size_t declarations = (size_t)module->declaration_count + 1;
    module->capabilities = arena_allocate(arena, counts->capabilities * sizeof *module->capabilities);
    module->types = arena_allocate_array(arena, declarations, sizeof *module->types);
    module->constants = arena_allocate_array(arena, declarations, sizeof *module->constants);
    module->entry_points = arena_allocate(arena, counts->entry_points * sizeof *module->entry_points);
    module->execution_modes = arena_allocate(arena, counts->execution_modes * sizeof *module->execution_modes);
    reader->next_type = arena_allocate(arena, counts->types * sizeof *reader->next_type);
    return SPIRV_OK;
}

/* ---- the instructions of the module's head ---- */

static void read_capability(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    uint32_t capability = instruction->operands[0];
    for (uint32_t i = 0; i < module->capability_count; ++i)
        if (module->capabilities[i] == capability)
            return;
    ((uint32_t *)module->capabilities)[module->capability_count++] = capability;
}

static enum spirv_result read_memory_model(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    module->addressing_model = instruction->operands[0];
    module->memory_model = instruction->operands[1];
    return SPIRV_OK;
}

static enum spirv_result read_entry_point(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    const uint32_t *operands = instruction->operands;
    uint32_t name_words = spirv_string_words(operands + 2, instruction->operand_count - 2);
    if (!spirv_function_of_id(module, operands[1]))
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%%%u is no function", operands[1]);
    module->entry_points[module->entry_point_count++] =
        (struct spirv_entry_point){.execution_model = operands[0],
                                   .function = operands[1],
                                   .name = (const char *)(operands + 2),
                                   .interface = operands + 2 + name_words,
                                   .interface_count = instruction->operand_count - 2 - name_words};
    return SPIRV_OK;
}

static enum spirv_result read_execution_mode(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_execution_mode *mode = &reader->module->execution_modes[reader->module->execution_mode_count++];
    *mode = (struct spirv_execution_mode){.entry_point = instruction->operands[0],
                                          .mode = instruction->operands[1],
                                          .operand_count = instruction->operand_count - 2};
    if (mode->operand_count > 3)
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "mode %u with %u operands is not known",
                             mode->mode, mode->operand_count);
    memcpy(mode->operands, instruction->operands + 2, mode->operand_count * sizeof *mode->operands);
    return SPIRV_OK;
}

/* The first name counts. */
static void read_name(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    struct spirv_definition *definition = &module->definitions[spirv_index(module, instruction->operands[0])];
    if (definition->name == 0)
        definition->name = instruction->word;
}

static enum spirv_result read_declaration(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    switch (instruction->opcode) {
    case SpvOpCapability:
        read_capability(reader, instruction);
        return SPIRV_OK;
    case SpvOpMemoryModel:
        return read_memory_model(reader, instruction);
    case SpvOpEntryPoint:
        return read_entry_point(reader, instruction);
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
        return read_execution_mode(reader, instruction);
    case SpvOpName:
        read_name(reader, instruction);
        return SPIRV_OK;
    case SpvOpString:
        if (!reader->module->first_string)
            reader->module->first_string = instruction->word;
        return SPIRV_OK;
    case SpvOpTypeForwardPointer:
        return spirv_read_type(reader, instruction);
    }
    if (spirv_grammar_of(instruction->opcode)->flags & SPIRV_GRAMMAR_DECLARES_TYPE)
        return spirv_read_type(reader, instruction);
    return spirv_read_constant(reader, instruction);
}

/* ---- the main walk ---- */

static enum spirv_result end_annotations(struct spirv_reader *reader, uint32_t word) {
    reader->annotations_end = word;
    return spirv_read_decorations(reader);
}

/* Annotations form one section, together with what else may stand in it. When it ends the decorations are collected,
 * because constants need their SpecId. */
static enum spirv_result watch_annotations(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    uint8_t section = spirv_grammar_of(instruction->opcode)->section;
    if (section == SPIRV_SECTION_ANNOTATION && reader->first_annotation == 0)
        reader->first_annotation = instruction->word;
    bool is_after = section >= SPIRV_SECTION_DECLARATION || instruction->opcode == SpvOpUndef ||
                    instruction->opcode == SpvOpVariable || instruction->opcode == SPIRV_UNTYPED_VARIABLE;
    return is_after ? end_annotations(reader, instruction->word) : SPIRV_OK;
}

static enum spirv_result read_declarations(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    enum spirv_result result = SPIRV_OK;
    uint32_t word = SPIRV_HEADER_WORDS, index = 1;
    while (result == SPIRV_OK && word < reader->first_function) {
        uint32_t stop = spirv_ask_until(reader->arena->watch, word, reader->first_function);
        while (result == SPIRV_OK && word < stop) {
            struct spirv_instruction instruction = spirv_instruction_at(module, word);
            if (reader->annotations_end == 0)
                result = watch_annotations(reader, &instruction);
            if (result == SPIRV_OK)
                result = spirv_check_operands(reader, word, index);
            if (result == SPIRV_OK)
                result = read_declaration(reader, &instruction);
            index += instruction.result != 0;
            word += instruction.length;
        }
    }
    bool was_annotation = result == SPIRV_OK && reader->annotations_end == 0;
    return was_annotation ? end_annotations(reader, word) : result;
}

/* ---- what can be said only at the end ---- */

/* The function's type has the types of its result and of its parameters. */
static enum spirv_result check_signature(struct spirv_reader *reader, const struct spirv_function *function,
                                         const struct spirv_type *type) {
    const struct spirv_module *module = reader->module;
    struct spirv_instruction instruction = spirv_instruction_at(module, function->word);
    if (type->count != function->parameter_count)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                             "it has %u parameters, and its type %%%u has %u", function->parameter_count,
                             function->type, type->count);
    if (type->element != instruction.type)
        return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                             "its result type is %%%u, and its type %%%u has %%%u", instruction.type, function->type,
                             type->element);
    for (uint32_t i = 0; i < type->count; ++i) {
        instruction = spirv_defining(module, function->parameters[i]);
        if (instruction.type != type->members[i])
            return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                                 "its type is %%%u, and the type %%%u of its function has %%%u", instruction.type,
                                 function->type, type->members[i]);
    }
    return SPIRV_OK;
}

static enum spirv_result check_functions(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    enum spirv_result result = SPIRV_OK;
    uint32_t next = 0;
    for (uint32_t i = 0; result == SPIRV_OK && i < module->function_count; ++i) {
        spirv_ask(reader->arena->watch, i, &next);
        const struct spirv_function *function = &module->functions[i];
        const struct spirv_type *type = spirv_type_of_id(module, function->type);
        struct spirv_instruction instruction = spirv_instruction_at(module, function->word);
        if (!type || type->opcode != SpvOpTypeFunction)
            return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction, "%%%u is no function type",
                                 function->type);
        result = check_signature(reader, function, type);
    }
    return result;
}

/* OpExecutionModeId names constants, which come after it; FPFastMathDefault names a type as well, and only allows what
 * nothing here does. */
static enum spirv_result fold_execution_modes(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    uint32_t mode_index = 0, next = 0;
    for (uint32_t word = SPIRV_HEADER_WORDS; mode_index < module->execution_mode_count;
         word += module->words[word] >> 16) {
        spirv_ask(reader->arena->watch, word, &next);
        struct spirv_instruction instruction = spirv_instruction_at(module, word);
        if (instruction.opcode != SpvOpExecutionMode && instruction.opcode != SpvOpExecutionModeId)
            continue;
        struct spirv_execution_mode *mode = &module->execution_modes[mode_index++];
        if (mode->mode == SPIRV_MODE_FAST_MATH_DEFAULT)
            continue;
        for (uint32_t i = 0; instruction.opcode == SpvOpExecutionModeId && i < mode->operand_count; ++i) {
            uint64_t value;
            if (!spirv_integer_constant(module, mode->operands[i], &value) || value > UINT32_MAX)
                return spirv_fail_at(reader->error, SPIRV_INVALID, &instruction,
                                     "operand %%%u is no 32-bit integer constant", mode->operands[i]);
            mode->operands[i] = (uint32_t)value;
        }
    }
    return SPIRV_OK;
}

static enum spirv_result check_memory_model(struct spirv_reader *reader) {
    const struct spirv_module *module = reader->module;
    uint32_t found = 0, next = 0;
    for (uint32_t word = SPIRV_HEADER_WORDS; word < module->word_count; word += module->words[word] >> 16) {
        uint32_t opcode = module->words[word] & 0xFFFF;
        spirv_ask(reader->arena->watch, word, &next);
        if (opcode == SpvOpMemoryModel && found++ > 0)
            return spirv_fail(reader->error, SPIRV_INVALID, word, 0, "OpMemoryModel: the module has one already");
        if (spirv_grammar_of(opcode)->section > SPIRV_SECTION_MEMORY_MODEL)
            break;
    }
    if (found == 0)
        return spirv_fail(reader->error, SPIRV_INVALID, SPIRV_HEADER_WORDS, 0,
                          "the module has no OpMemoryModel; is the file cut off?");
    return SPIRV_OK;
}

static int compare_spec_ids(const void *a, const void *b) {
    uint32_t left = ((const struct spirv_specialization *)a)->spec_id;
    uint32_t right = ((const struct spirv_specialization *)b)->spec_id;
    return left < right ? -1 : left > right;
}

static void sort_specializations(struct spirv_reader *reader, const struct spirv_specialization *specializations,
                                 uint32_t count) {
    size_t size = sizeof *specializations;
    reader->specializations = arena_allocate(reader->arena, count * size);
    reader->specialization_count = count;
    if (count > 0)
        memcpy(reader->specializations, specializations, count * size);
    mmra_sort(reader->arena, reader->specializations, count, size, compare_spec_ids);
}

static enum spirv_result read_module(struct spirv_module *module, const uint32_t *words, size_t word_count,
                                     bool in_place, const struct spirv_specialization *specializations,
                                     uint32_t specialization_count, struct arena *arena, struct spirv_error *error) {
    static enum spirv_result (*const steps[])(struct spirv_reader *) = {
        read_header,        check_features,  count_declarations,   count_bodies,       refuse_unknown,
        replace_poison,     allocate_tables, spirv_read_structure, check_memory_model, read_declarations,
        spirv_check_bodies, check_functions, fold_execution_modes};
    struct spirv_reader reader = {.module = module, .arena = arena, .error = error};
    *module = (struct spirv_module){0};
    *error = (struct spirv_error){0};
    enum spirv_result result = take_words(&reader, words, word_count, in_place);
    sort_specializations(&reader, specializations, specialization_count);
    for (size_t i = 0; result == SPIRV_OK && i < sizeof steps / sizeof *steps; ++i)
        result = steps[i](&reader);
    return result;
}

enum spirv_result spirv_read(struct spirv_module *module, const uint32_t *words, size_t word_count,
                             const struct spirv_specialization *specializations, uint32_t specialization_count,
                             struct arena *arena, struct spirv_error *error) {
    return read_module(module, words, word_count, false, specializations, specialization_count, arena, error);
}

enum spirv_result spirv_read_in_place(struct spirv_module *module, const uint32_t *words, size_t word_count,
                                      const struct spirv_specialization *specializations, uint32_t specialization_count,
                                      struct arena *arena, struct spirv_error *error) {
    return read_module(module, words, word_count, true, specializations, specialization_count, arena, error);
}
