/* Questions to a module that has been read. */
#include "spirv/module.h"

#include <stdarg.h>
#include <stdio.h>

#include "spirv/reader.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "strings are read in place, which takes a host whose byte order is little-endian"
#endif

enum spirv_result spirv_fail(struct spirv_error *error, enum spirv_result result, uint32_t word, spirv_id id,
                             const char *format, ...) {
    va_list arguments;
    error->word = word;
    error->id = id;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return result;
}

enum spirv_result spirv_fail_at(struct spirv_error *error, enum spirv_result result,
                                const struct spirv_instruction *instruction, const char *format, ...) {
    va_list arguments;
    char message[sizeof error->message];
    const char *name = spirv_opcode_name(instruction->opcode);
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!name)
        return spirv_fail(error, result, instruction->word, 0, "opcode %u: %s", instruction->opcode, message);
    if (instruction->result == 0)
        return spirv_fail(error, result, instruction->word, 0, "%s: %s", name, message);
    return spirv_fail(error, result, instruction->word, instruction->result, "%s %%%u: %s", name, instruction->result,
                      message);
}

struct spirv_instruction spirv_defining(const struct spirv_module *module, spirv_id id) {
    uint32_t index = spirv_index(module, id);
    if (index == 0 || module->definitions[index].word == 0)
        return (struct spirv_instruction){.opcode = SpvOpNop};
    return spirv_instruction_at(module, module->definitions[index].word);
}

bool spirv_integer_constant(const struct spirv_module *module, spirv_id id, uint64_t *value) {
    uint32_t index = spirv_index(module, id);
    const struct spirv_constant *constant = index <= module->declaration_count ? module->constants[index] : NULL;
    if (!constant || module->definitions[index].type->opcode != SpvOpTypeInt)
        return false;
    if (constant->kind != SPIRV_CONSTANT_SCALAR && constant->kind != SPIRV_CONSTANT_NULL)
        return false;
    *value = constant->bits;
    return true;
}

const char *spirv_name(const struct spirv_module *module, spirv_id id) {
    uint32_t word = module->definitions[spirv_index(module, id)].name;
    return word != 0 ? (const char *)(module->words + word + 2) : NULL;
}

bool spirv_has_capability(const struct spirv_module *module, SpvCapability capability) {
    return spirv_enabled_capability(module->enabled, (uint32_t)capability);
}

/* Words of the parameters that follow a mask, which is this operand of the grammar's row. The reader has checked them.
 */
static uint32_t parameter_words(uint16_t opcode, uint32_t operand, uint32_t mask) {
    uint8_t code = spirv_grammar_operands(spirv_grammar_of(opcode))[operand];
    const struct spirv_enumeration *enumeration = spirv_grammar_enumeration(code & SPIRV_OPERAND_CODE_MASK);
    uint32_t words = 0;
    for (uint32_t i = 0; i < enumeration->count; i++)
        words += mask & enumeration->enumerants[i].value ? enumeration->enumerants[i].parameter_count : 0;
    return words;
}

spirv_id spirv_tensor_operand(const struct spirv_instruction *in, uint32_t bit) {
    enum { MEMORY_MASK = 3, TENSOR_MASK = 4 }; /* Pointer, Object and TensorLayout come before them */
    uint32_t place = MEMORY_MASK + 1 + parameter_words(in->opcode, MEMORY_MASK, in->operands[MEMORY_MASK]);
    uint32_t mask = in->operands[place];
    return mask & bit ? in->operands[place + 1 + parameter_words(in->opcode, TENSOR_MASK, mask & (bit - 1))] : 0;
}

spirv_id spirv_callee(const struct spirv_instruction *in) {
    uint32_t operand = spirv_callee_operand(in->opcode);
    if (operand == SPIRV_CALLEE_BEHIND_MASK)
        return spirv_tensor_operand(in, SPIRV_TENSOR_OPERAND_DECODE_FUNC);
    return operand < in->operand_count ? in->operands[operand] : 0;
}

bool spirv_is_kernel(const struct spirv_module *module) {
    bool declared = module->memory_model == SpvMemoryModelOpenCL;
    for (uint32_t i = 0; i < module->capability_count && !declared; i++)
        declared = module->capabilities[i] == SpvCapabilityKernel;
    return declared;
}

const struct spirv_function *spirv_function_of_id(const struct spirv_module *module, spirv_id id) {
    uint32_t index = spirv_index(module, id);
    uint32_t function = module->definitions[index].function;
    bool is_function = function != 0 && module->functions[function - 1].id == id;
    return is_function ? &module->functions[function - 1] : NULL;
}
