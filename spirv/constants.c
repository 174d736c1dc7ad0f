/* Constants in the order of their declaration, with specialization applied. Composites point to their elements and
 * share them, so that the memory grows with the words of the module and not with the size of the values. */
#include "spirv/constants.h"

#include "mmra/base/bits.h"

#include "mmra/base/search.h"
#include "spirv/later.h"
#include "spirv/layout.h"

enum { MADE_PER_WORD = 1, MADE_FREE = 1 << 18 };

struct spirv_constant *spirv_new_constant(struct spirv_reader *reader, spirv_id type, uint8_t kind, uint64_t bits) {
    struct spirv_constant *constant = arena_allocate(reader->arena, sizeof *constant);
    *constant = (struct spirv_constant){.type = type, .kind = kind, .bits = bits};
    return constant;
}

bool spirv_pay_elements(struct spirv_reader *reader, uint64_t elements) {
    uint64_t limit = (uint64_t)reader->module->word_count * MADE_PER_WORD + MADE_FREE;
    if (elements > limit - reader->made_elements)
        return false;
    reader->made_elements += elements;
    return true;
}

const struct spirv_constant **spirv_new_elements(struct spirv_reader *reader, size_t count) {
    return arena_allocate(reader->arena, count * sizeof(struct spirv_constant *));
}

static enum spirv_result keep(struct spirv_reader *reader, const struct spirv_instruction *instruction,
                              const struct spirv_constant *constant) {
    reader->module->constants[spirv_index(reader->module, instruction->result)] = constant;
    return SPIRV_OK;
}

/* Replaces *bits by the value that the caller gave for the constant's SpecId, if any. */
static bool specialize(const struct spirv_reader *reader, spirv_id id, uint64_t *bits) {
    const struct spirv_decoration *decoration =
        reader->specialization_count > 0
            ? spirv_find_decoration(reader->module, id, SPIRV_NO_MEMBER, SpvDecorationSpecId)
            : NULL;
    if (!decoration)
        return false;
    uint32_t at = COUNT_BELOW(reader->specializations, reader->specialization_count, spec_id, decoration->operands[0]);
    bool is_given = at < reader->specialization_count && reader->specializations[at].spec_id == decoration->operands[0];
    if (is_given)
        *bits = reader->specializations[at].bits;
    return is_given;
}

static enum spirv_result read_boolean(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    if (spirv_type_of_id(reader->module, instruction->type)->opcode != SpvOpTypeBool)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its type %%%u is not OpTypeBool",
                             instruction->type);
    uint64_t bits = instruction->opcode == SpvOpConstantTrue || instruction->opcode == SpvOpSpecConstantTrue;
    if (instruction->opcode == SpvOpSpecConstantTrue || instruction->opcode == SpvOpSpecConstantFalse)
        specialize(reader, instruction->result, &bits);
    return keep(reader, instruction, spirv_new_constant(reader, instruction->type, SPIRV_CONSTANT_SCALAR, bits != 0));
}

/* The walk over the operands has checked that the type is a number and that the literal has enough words. A narrow
 * literal is sign- or zero-extended to a word; only its own bits count. */
static enum spirv_result read_number(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    const struct spirv_type *type = spirv_type_of_id(reader->module, instruction->type);
    uint64_t bits = instruction->operands[0];
    if (type->width > 32)
        bits |= (uint64_t)instruction->operands[1] << 32;
    if (instruction->opcode == SpvOpSpecConstant)
        specialize(reader, instruction->result, &bits);
    return keep(reader, instruction,
                spirv_new_constant(reader, type->id, SPIRV_CONSTANT_SCALAR, mmra_low_bits(bits, type->width)));
}

static enum spirv_result read_composite(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    const struct spirv_module *module = reader->module;
    const struct spirv_type *type = spirv_type_of_id(module, instruction->type);
    uint64_t count;
    bool is_plain = type->opcode == SpvOpTypeBool || type->opcode == SpvOpTypeInt || type->opcode == SpvOpTypeFloat;
    bool is_composite = spirv_composite_count(type, &count);
    if (!is_composite && is_plain)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its type %%%u is not composite", type->id);
    if (!is_composite)
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction,
                             "composite constants of type %s (%%%u) are not supported", spirv_opcode_name(type->opcode),
                             type->id);
    if (count != instruction->operand_count)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                             "it has %u constituents, and its type %%%u has %llu elements", instruction->operand_count,
                             type->id, (unsigned long long)count);
    const struct spirv_constant **elements = spirv_new_elements(reader, instruction->operand_count);
    struct spirv_constant *constant = spirv_new_constant(reader, type->id, SPIRV_CONSTANT_COMPOSITE, 0);
    uint32_t next = SPIRV_WORK_PER_QUESTION;
    for (uint32_t i = 0; i < instruction->operand_count; ++i) {
        spirv_ask(reader->arena->watch, i, &next);
        elements[i] = spirv_constant_of_id(module, instruction->operands[i]);
        if (!elements[i])
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "constituent %%%u is no constant that is declared before it",
                                 instruction->operands[i]);
        if (elements[i]->type != spirv_composite_element(type, i))
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "constituent %%%u is of type %%%u, and the type has %%%u there",
                                 instruction->operands[i], elements[i]->type, spirv_composite_element(type, i));
    }
    constant->elements = elements;
    constant->element_count = instruction->operand_count;
    return keep(reader, instruction, constant);
}

/* A single constituent stands for all (SPV_EXT_replicated_composites). Few words make many elements, so they are paid
 * for as those of OpSpecConstantOp are. */
static enum spirv_result read_replicated(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    uint64_t count = 0;
    struct spirv_instruction whole = *instruction;
    if (spirv_composite_count(spirv_type_of_id(reader->module, instruction->type), &count)) {
        if (!spirv_pay_elements(reader, count))
            return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction,
                                 "it has more elements than are allowed in proportion to the module");
        uint32_t *operands = arena_allocate(reader->arena, ((size_t)count + 1) * sizeof *operands);
        for (uint64_t i = 0; i < count; i++)
            operands[i] = instruction->operands[0];
        whole.operands = operands;
        whole.operand_count = (uint32_t)count;
    }
    return read_composite(reader, &whole);
}

/* An array of integers, packed from the low bits on (SPV_KHR_constant_data). */
static enum spirv_result read_data(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    const struct spirv_type *type = spirv_type_of_id(reader->module, instruction->type);
    const struct spirv_type *number =
        type->opcode == SpvOpTypeArray ? spirv_type_of_id(reader->module, type->element) : NULL;
    uint64_t given = 0;
    if (!number || number->opcode != SpvOpTypeInt)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its type %%%u is no array of integers",
                             instruction->type);
    if (type->length > (uint64_t)instruction->operand_count * 32 / number->width ||
        (type->length * number->width + 31) / 32 != instruction->operand_count)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                             "it has %u words of data, and its type %%%u has %llu elements of %u bits",
                             instruction->operand_count, type->id, (unsigned long long)type->length, number->width);
    if (specialize(reader, instruction->result, &given))
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "a value for its SpecId is not supported");
    struct spirv_constant *constant = spirv_new_constant(reader, type->id, SPIRV_CONSTANT_COMPOSITE, 0);
    const struct spirv_constant **elements = spirv_new_elements(reader, (size_t)type->length);
    for (uint32_t i = 0; i < type->length; i++) {
        uint64_t bit = (uint64_t)i * number->width, bits = instruction->operands[bit / 32] >> bit % 32;
        if (number->width > 32)
            bits |= (uint64_t)instruction->operands[bit / 32 + 1] << 32;
        elements[i] = spirv_new_constant(reader, number->id, SPIRV_CONSTANT_SCALAR, mmra_low_bits(bits, number->width));
    }
    constant->elements = elements;
    constant->element_count = (uint32_t)type->length;
    return keep(reader, instruction, constant);
}

/* OpConstantSizeOfEXT; 0: the type is none of a descriptor. */
static uint64_t descriptor_bytes(const struct spirv_type *type) {
    switch (type ? type->opcode : 0) {
    case SpvOpTypeImage:
        return SPIRV_IMAGE_DESCRIPTOR_BYTES;
    case SpvOpTypeSampler:
        return SPIRV_SAMPLER_DESCRIPTOR_BYTES;
    case SPIRV_TYPE_BUFFER:
        return SPIRV_BUFFER_DESCRIPTOR_BYTES;
    case SpvOpTypeAccelerationStructureKHR:
        return SPIRV_ACCELERATION_STRUCTURE_DESCRIPTOR_BYTES;
    default:
        return 0;
    }
}

static enum spirv_result read_size(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    uint64_t bytes = descriptor_bytes(spirv_type_of_id(reader->module, instruction->operands[0]));
    const struct spirv_type *number = spirv_type_of_id(reader->module, instruction->type);
    if (!bytes)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its operand %%%u is no type of a descriptor",
                             instruction->operands[0]);
    if (number->opcode != SpvOpTypeInt)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its type %%%u is no integer",
                             instruction->type);
    return keep(reader, instruction, spirv_new_constant(reader, number->id, SPIRV_CONSTANT_SCALAR, bytes));
}

enum spirv_result spirv_read_constant(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    const struct spirv_constant *folded = NULL;
    switch (instruction->opcode) {
    case SpvOpConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
        return read_boolean(reader, instruction);
    case SpvOpConstant:
    case SpvOpSpecConstant:
        return read_number(reader, instruction);
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
        return read_composite(reader, instruction);
    case SPIRV_CONSTANT_COMPOSITE_REPLICATE:
    case SPIRV_SPEC_CONSTANT_COMPOSITE_REPLICATE:
        return read_replicated(reader, instruction);
    case SPIRV_CONSTANT_DATA:
    case SPIRV_SPEC_CONSTANT_DATA:
        return read_data(reader, instruction);
    case SPIRV_CONSTANT_SIZE_OF:
        return read_size(reader, instruction);
    case SpvOpConstantNull:
        return keep(reader, instruction, spirv_new_constant(reader, instruction->type, SPIRV_CONSTANT_NULL, 0));
    case SpvOpUndef:
        return keep(reader, instruction, spirv_new_constant(reader, instruction->type, SPIRV_CONSTANT_UNDEF, 0));
    case SpvOpSpecConstantOp: {
        enum spirv_result result = spirv_fold(reader, instruction, &folded);
        return result == SPIRV_OK ? keep(reader, instruction, folded) : result;
    }
    case SpvOpTypeStructContinuedINTEL:
    case SpvOpConstantCompositeContinuedINTEL:
    case SpvOpSpecConstantCompositeContinuedINTEL:
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "continued composites are not supported");
    }
    return SPIRV_OK;
}
