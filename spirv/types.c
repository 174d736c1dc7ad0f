/* Types, in the order of their declaration. The parts of a type are declared before it, except that a pointer may be
 * used once OpTypeForwardPointer has announced it; so no type can contain itself. */
#include "spirv/later.h"
#include "spirv/reader.h"

static enum spirv_result fail(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                              const char *what) {
    return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%s", what);
}

/* The type that operand `number` names; NULL after an error. */
static const struct spirv_type *operand_type(const struct spirv_reader *reader,
                                             const struct spirv_instruction *instruction, uint32_t number) {
    spirv_id id = instruction->operands[number];
    const struct spirv_type *type = spirv_type_of_id(reader->module, id);
    if (!type)
        spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                      id == instruction->result ? "the type contains itself"
                                                : "operand %%%u is no type that is declared before it",
                      id);
    return type;
}

/* A type takes these properties from each type in it. */
static enum spirv_result take_part(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                   struct spirv_type *type, const struct spirv_type *part) {
    type->has_long_vector |= part->has_long_vector;
    if (part->nesting + 1 > type->nesting)
        type->nesting = part->nesting + 1;
    if (type->nesting > SPIRV_MAX_NESTING)
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "types are nested more than %d deep",
                             SPIRV_MAX_NESTING);
    return SPIRV_OK;
}

/* The encodings other than that of IEEE 754. */
static const struct {
    uint32_t encoding;
    uint8_t small_float; /* enum spirv_small_float */
    uint8_t width;
    const char *name;
} encodings[] = {{SPIRV_ENCODING_BFLOAT16, SPIRV_BFLOAT16, 16, "BFloat16KHR"},
                 {SPIRV_ENCODING_FLOAT8_E4M3, SPIRV_FLOAT8_E4M3, 8, "Float8E4M3EXT"},
                 {SPIRV_ENCODING_FLOAT8_E5M2, SPIRV_FLOAT8_E5M2, 8, "Float8E5M2EXT"},
                 {SPIRV_ENCODING_FLOAT6_E2M3, SPIRV_FLOAT6_E2M3, 6, "Float6E2M3EXT"},
                 {SPIRV_ENCODING_FLOAT6_E3M2, SPIRV_FLOAT6_E3M2, 6, "Float6E3M2EXT"},
                 {SPIRV_ENCODING_FLOAT4_E2M1, SPIRV_FLOAT4_E2M1, 4, "Float4E2M1EXT"},
                 {SPIRV_ENCODING_FLOAT8_E8M0, SPIRV_FLOAT8_E8M0, 8, "Float8UnsignedE8M0EXT"},
                 {SPIRV_ENCODING_MXINT8, SPIRV_MXINT8, 8, "MXInt8EXT"}};

uint32_t spirv_small_float_bits(enum spirv_small_float format) {
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (encodings[i].small_float == format)
            return encodings[i].width;
    return 0;
}

static enum spirv_result read_encoding(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                       struct spirv_type *type) {
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (instruction->operands[1] != encodings[i].encoding)
            continue;
        if (type->width != encodings[i].width)
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%s of %u bits; it has %u",
                                 encodings[i].name, type->width, encodings[i].width);
        type->opcode = SpvOpTypeInt;
        type->width = type->width < 8 ? 8 : type->width;
        type->small_float = encodings[i].small_float;
        return SPIRV_OK;
    }
    return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "FP Encoding %u is not known",
                         instruction->operands[1]);
}

static enum spirv_result read_number(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                     struct spirv_type *type) {
    type->width = instruction->operands[0];
    bool is_integer = instruction->opcode == SpvOpTypeInt;
    bool is_known = type->width == 16 || type->width == 32 || type->width == 64 ||
                    ((is_integer || instruction->operand_count > 1) && type->width == 8) ||
                    (!is_integer && instruction->operand_count > 1 && (type->width == 4 || type->width == 6));
    type->is_signed = is_integer && instruction->operands[1] != 0;
    if (is_integer && !is_known && spirv_has_capability(reader->module, SpvCapabilityArbitraryPrecisionIntegersINTEL))
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction, "width %u is not 8, 16, 32 or 64",
                             type->width);
    if (!is_known)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "width %u is not %s16, 32 or 64", type->width,
                             is_integer ? "8, " : "");
    if (is_integer && instruction->operands[1] > 1)
        return fail(reader, instruction, "its signedness is neither 0 nor 1");
    return is_integer || instruction->operand_count == 1 ? SPIRV_OK : read_encoding(reader, instruction, type);
}

static bool is_scalar(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeBool || type->opcode == SpvOpTypeInt || type->opcode == SpvOpTypeFloat;
}

/* Returns what to do about a number below 1. */
static const char *advice_on_number(const struct spirv_reader *reader, spirv_id number) {
    uint16_t opcode = spirv_defining(reader->module, number).opcode;
    reader->error->wants_value = opcode == SpvOpSpecConstant || opcode == SpvOpSpecConstantOp;
    return opcode == SpvOpSpecConstant     ? "; it is a specialization constant: give it a value"
           : opcode == SpvOpSpecConstantOp ? "; it is made of specialization constants: give them values"
                                           : "";
}

/* SPV_EXT_long_vector; Vulkan's maxVectorComponents is here as small as it may be ("Required Limits"). */
static enum spirv_result read_long_count(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                         struct spirv_type *type, uint64_t count, spirv_id number) {
    if (count == 0)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "component count 0 is not at least 1%s",
                             advice_on_number(reader, number));
    if (count > SPIRV_MOST_COMPONENTS)
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction,
                             "vectors of more than %d components are not supported; it has %llu", SPIRV_MOST_COMPONENTS,
                             (unsigned long long)count);
    type->count = (uint32_t)count;
    type->has_long_vector = count > 4;
    return SPIRV_OK;
}

static enum spirv_result read_component_count(const struct spirv_reader *reader,
                                              const struct spirv_instruction *instruction, struct spirv_type *type) {
    uint64_t count = instruction->operands[1];
    if (instruction->opcode == SPIRV_TYPE_VECTOR_ID) {
        spirv_id id = instruction->operands[1];
        if (!spirv_integer_constant(reader->module, id, &count))
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "its component count %%%u is no integer constant that is declared before it", id);
        type->opcode = SpvOpTypeVector;
        return read_long_count(reader, instruction, type, count, id);
    }
    if (spirv_has_capability(reader->module, (SpvCapability)SPIRV_CAPABILITY_LONG_VECTOR))
        return read_long_count(reader, instruction, type, count, 0);
    type->count = (uint32_t)count;
    bool is_long = (count == 8 || count == 16) && spirv_has_capability(reader->module, SpvCapabilityVector16);
    if ((count < 2 || count > 4) && !is_long)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "component count %u is not 2, 3 or 4",
                             type->count);
    return SPIRV_OK;
}

static enum spirv_result read_vector(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                     struct spirv_type *type) {
    const struct spirv_type *component = operand_type(reader, instruction, 0);
    if (!component)
        return SPIRV_INVALID;
    if (!is_scalar(component))
        return fail(reader, instruction, "its component is no scalar type");
    type->element = component->id;
    enum spirv_result result = read_component_count(reader, instruction, type);
    return result == SPIRV_OK ? take_part(reader, instruction, type, component) : result;
}

static enum spirv_result read_matrix(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                     struct spirv_type *type) {
    const struct spirv_type *column = operand_type(reader, instruction, 0);
    if (!column)
        return SPIRV_INVALID;
    if (column->opcode != SpvOpTypeVector)
        return fail(reader, instruction, "its column is no vector type");
    if (spirv_defining(reader->module, column->id).opcode == SPIRV_TYPE_VECTOR_ID)
        return fail(reader, instruction, "its column is an OpTypeVectorIdEXT, which no matrix is made of");
    if (column->count < 2 || column->count > 4)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its column has %u components, not 2, 3 or 4",
                             column->count);
    type->element = column->id;
    type->count = instruction->operands[1];
    if (type->count < 2 || type->count > 4)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "column count %u is not 2, 3 or 4",
                             type->count);
    return take_part(reader, instruction, type, column);
}

static enum spirv_result read_array(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                    struct spirv_type *type) {
    const struct spirv_type *element = operand_type(reader, instruction, 0);
    if (!element)
        return SPIRV_INVALID;
    type->element = element->id;
    if (instruction->opcode == SpvOpTypeArray) {
        spirv_id length = instruction->operands[1];
        if (!spirv_integer_constant(reader->module, length, &type->length))
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "its length %%%u is no integer constant that is declared before it", length);
        const struct spirv_type *length_type =
            spirv_type_of_id(reader->module, spirv_constant_of_id(reader->module, length)->type);
        bool is_negative = length_type->is_signed && (type->length >> (length_type->width - 1)) != 0;
        if (type->length == 0 || is_negative)
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "its length %%%u is not at least 1%s",
                                 length, advice_on_number(reader, length));
    }
    return take_part(reader, instruction, type, element);
}

/* Reads the members of a struct, or the parameters of a function, whose result comes first. */
static enum spirv_result read_members(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                      struct spirv_type *type) {
    uint32_t first = instruction->opcode == SpvOpTypeFunction ? 1 : 0;
    type->members = instruction->operands + first;
    type->count = instruction->operand_count - first;
    if (first == 1)
        type->element = instruction->operands[0];
    for (uint32_t i = 0; i < instruction->operand_count; ++i) {
        const struct spirv_type *member = operand_type(reader, instruction, i);
        if (!member)
            return SPIRV_INVALID;
        enum spirv_result result = take_part(reader, instruction, type, member);
        if (result != SPIRV_OK)
            return result;
    }
    return SPIRV_OK;
}

static enum spirv_result read_image(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                    struct spirv_type *type) {
    const uint32_t *operands = instruction->operands;
    if (!operand_type(reader, instruction, 0))
        return SPIRV_INVALID;
    type->element = operands[0];
    if (instruction->opcode == SpvOpTypeSampledImage)
        return SPIRV_OK;
    type->dim = operands[1];
    type->depth = operands[2];
    type->arrayed = operands[3];
    type->multisampled = operands[4];
    type->sampled = operands[5];
    type->image_format = operands[6];
    return SPIRV_OK;
}

/* SPV_EXT_long_vector, "Universal Validation Rules". */
static bool may_hold_long_vectors(uint32_t storage_class) {
    switch (storage_class) {
    case SpvStorageClassFunction:
    case SpvStorageClassPrivate:
    case SpvStorageClassUniform:
    case SpvStorageClassWorkgroup:
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassPhysicalStorageBuffer:
    case SpvStorageClassPushConstant:
    case SpvStorageClassShaderRecordBufferKHR:
    case SpvStorageClassCrossWorkgroup:
    case SpvStorageClassGeneric:
        return true;
    }
    return false;
}

static enum spirv_result read_pointer(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                      struct spirv_type *type) {
    type->storage_class = instruction->operands[0];
    type->element = instruction->operands[1];
    const struct spirv_type *pointee = operand_type(reader, instruction, 1);
    if (!pointee)
        return SPIRV_INVALID;
    if (pointee->has_long_vector && !may_hold_long_vectors(type->storage_class)) {
        const char *name = spirv_storage_class_name(type->storage_class);
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                             "a vector of more than four components cannot be in storage class %s",
                             name ? name : "unknown");
    }
    return SPIRV_OK;
}

/* The storage classes with explicit layouts (Vulkan, "Validation Rules within a Module"); and those of descriptor heaps
 * and of texels in them. */
static enum spirv_result read_untyped_pointer(const struct spirv_reader *reader,
                                              const struct spirv_instruction *instruction, struct spirv_type *type) {
    type->opcode = SpvOpTypePointer;
    type->is_untyped = true;
    type->storage_class = instruction->operands[0];
    switch (type->storage_class) {
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassUniform:
    case SpvStorageClassPushConstant:
    case SpvStorageClassPhysicalStorageBuffer:
    case SpvStorageClassWorkgroup:
        return SPIRV_OK;
    case SpvStorageClassUniformConstant:
    case SpvStorageClassImage:
        if (spirv_has_capability(reader->module, (SpvCapability)SPIRV_CAPABILITY_DESCRIPTOR_HEAP))
            return SPIRV_OK;
        break;
    }
    const char *name = spirv_storage_class_name(type->storage_class);
    return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, instruction,
                         "untyped pointers of storage class %s are not supported", name ? name : "unknown");
}

static enum spirv_result read_cooperative_matrix(const struct spirv_reader *reader,
                                                 const struct spirv_instruction *instruction, struct spirv_type *type) {
    uint32_t *const parts[] = {&type->scope, &type->rows, &type->columns, &type->use};
    const struct spirv_type *component = operand_type(reader, instruction, 0);
    if (!component)
        return SPIRV_INVALID;
    if (component->opcode != SpvOpTypeInt && component->opcode != SpvOpTypeFloat)
        return fail(reader, instruction, "its component is no scalar numerical type");
    if (component->small_float >= SPIRV_FLOAT6_E2M3)
        return fail(reader, instruction, "its component has an encoding that is for conversions alone");
    type->element = component->id;
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint64_t value;
        spirv_id id = instruction->operands[1 + i];
        if (!spirv_integer_constant(reader->module, id, &value) || value > UINT32_MAX)
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "operand %%%u is no integer constant that is declared before it", id);
        *parts[i] = (uint32_t)value;
    }
    return take_part(reader, instruction, type, component);
}

/* Constants: Dim, and ClampMode of a layout, HasDimensions and a permutation of a view (SPV_NV_tensor_addressing). */
static enum spirv_result read_tensor(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                     struct spirv_type *type) {
    uint64_t values[2 + SPIRV_TENSOR_MOST_DIMENSIONS];
    uint32_t count = instruction->operand_count, found = 0;
    bool is_view = instruction->opcode == SPIRV_TYPE_TENSOR_VIEW;
    for (uint32_t i = 0; i < count && i < sizeof values / sizeof *values; i++) {
        const struct spirv_constant *constant = spirv_constant_of_id(reader->module, instruction->operands[i]);
        if (!constant || (constant->kind != SPIRV_CONSTANT_SCALAR && constant->kind != SPIRV_CONSTANT_NULL))
            return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                                 "operand %%%u is no scalar constant that is declared before it",
                                 instruction->operands[i]);
        values[i] = constant->bits;
    }
    if (values[0] < 1 || values[0] > SPIRV_TENSOR_MOST_DIMENSIONS)
        return fail(reader, instruction, "its Dim is not from 1 to 5");
    type->count = (uint32_t)values[0];
    if (!is_view && values[1] > SPIRV_TENSOR_REPEAT_MIRRORED)
        return fail(reader, instruction, "its ClampMode is none from 0 to 4");
    type->clamp_mode = is_view ? 0 : (uint32_t)values[1];
    type->has_dimensions = is_view && values[1];
    for (uint32_t i = 0; is_view && count == 2 + type->count && i < type->count; i++) {
        found |= values[2 + i] < type->count ? 1u << values[2 + i] : 0;
        type->permutation |= (uint32_t)values[2 + i] << 4 * i;
    }
    if (is_view && found != (1u << type->count) - 1)
        return fail(reader, instruction, "its operands p are no permutation of its dimensions");
    return SPIRV_OK;
}

static enum spirv_result read_details(const struct spirv_reader *reader, const struct spirv_instruction *instruction,
                                      struct spirv_type *type) {
    switch (instruction->opcode) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return read_number(reader, instruction, type);
    case SpvOpTypeVector:
    case SPIRV_TYPE_VECTOR_ID:
        return read_vector(reader, instruction, type);
    case SpvOpTypeMatrix:
        return read_matrix(reader, instruction, type);
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return read_array(reader, instruction, type);
    case SpvOpTypeStruct:
    case SpvOpTypeFunction:
        return read_members(reader, instruction, type);
    case SpvOpTypeImage:
    case SpvOpTypeSampledImage:
        return read_image(reader, instruction, type);
    case SpvOpTypePointer:
        return read_pointer(reader, instruction, type);
    case SPIRV_TYPE_UNTYPED_POINTER:
        return read_untyped_pointer(reader, instruction, type);
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        return read_cooperative_matrix(reader, instruction, type);
    case SPIRV_TYPE_TENSOR_LAYOUT:
    case SPIRV_TYPE_TENSOR_VIEW:
        return read_tensor(reader, instruction, type);
    case SPIRV_TYPE_BUFFER:
        type->storage_class = instruction->operands[0];
        return SPIRV_OK;
    }
    return SPIRV_OK; /* opaque, or one of an extension: its opcode says it all here */
}

static struct spirv_type *add_type(struct spirv_reader *reader, spirv_id id, uint16_t opcode) {
    struct spirv_type *type = reader->next_type++;
    *type = (struct spirv_type){.id = id, .opcode = opcode, .nesting = 1};
    return type;
}

/* Enters the pointer ahead of its declaration, which is known to exist. */
static enum spirv_result read_forward_pointer(struct spirv_reader *reader,
                                              const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    struct spirv_instruction pointer = spirv_defining(module, instruction->operands[0]);
    uint32_t index = spirv_index(module, instruction->operands[0]);
    if (pointer.opcode != SpvOpTypePointer)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%%%u is no OpTypePointer",
                             instruction->operands[0]);
    if (pointer.operands[0] != instruction->operands[1])
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction,
                             "its storage class is not the one of OpTypePointer %%%u", pointer.result);
    if (spirv_defining(module, pointer.operands[1]).opcode != SpvOpTypeStruct)
        return spirv_fail_at(reader->error, SPIRV_INVALID, instruction, "%%%u points to no struct", pointer.result);
    if (module->types[index])
        return SPIRV_OK; /* announced twice, or too late */
    struct spirv_type *type = add_type(reader, pointer.result, SpvOpTypePointer);
    type->storage_class = pointer.operands[0];
    type->element = pointer.operands[1];
    module->types[index] = type;
    return SPIRV_OK;
}

enum spirv_result spirv_read_type(struct spirv_reader *reader, const struct spirv_instruction *instruction) {
    struct spirv_module *module = reader->module;
    if (instruction->opcode == SpvOpTypeForwardPointer)
        return read_forward_pointer(reader, instruction);
    uint32_t index = spirv_index(module, instruction->result);
    if (module->types[index]) /* a pointer that was announced */
        return operand_type(reader, instruction, 1) ? SPIRV_OK : SPIRV_INVALID;
    struct spirv_type *type = add_type(reader, instruction->result, instruction->opcode);
    enum spirv_result result = read_details(reader, instruction, type);
    if (result == SPIRV_OK)
        module->types[index] = type;
    return result;
}

bool spirv_composite_count(const struct spirv_type *type, uint64_t *count) {
    switch (type->opcode) {
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeStruct:
        *count = type->count;
        return true;
    case SpvOpTypeArray:
        *count = type->length;
        return true;
    case SPIRV_TYPE_COOPERATIVE_MATRIX: /* one constituent stands for all (SPV_KHR_cooperative_matrix) */
        *count = 1;
        return true;
    }
    return false;
}

spirv_id spirv_composite_element(const struct spirv_type *type, uint64_t index) {
    return type->opcode == SpvOpTypeStruct ? type->members[index] : type->element;
}

/* Components of the texels of each format (SPIR-V 3.11). */
static const uint8_t format_components[] = {
    [SpvImageFormatR32i] = 1,     [SpvImageFormatR32ui] = 1,     [SpvImageFormatR32f] = 1,
    [SpvImageFormatR64i] = 1,     [SpvImageFormatR64ui] = 1,     [SpvImageFormatR16f] = 1,
    [SpvImageFormatR16] = 1,      [SpvImageFormatR8] = 1,        [SpvImageFormatR16Snorm] = 1,
    [SpvImageFormatR8Snorm] = 1,  [SpvImageFormatR16i] = 1,      [SpvImageFormatR8i] = 1,
    [SpvImageFormatR16ui] = 1,    [SpvImageFormatR8ui] = 1,      [SpvImageFormatRg32i] = 2,
    [SpvImageFormatRg32ui] = 2,   [SpvImageFormatRg32f] = 2,     [SpvImageFormatRg16f] = 2,
    [SpvImageFormatRg16] = 2,     [SpvImageFormatRg8] = 2,       [SpvImageFormatRg16Snorm] = 2,
    [SpvImageFormatRg8Snorm] = 2, [SpvImageFormatRg16i] = 2,     [SpvImageFormatRg8i] = 2,
    [SpvImageFormatRg16ui] = 2,   [SpvImageFormatRg8ui] = 2,     [SpvImageFormatR11fG11fB10f] = 3,
    [SpvImageFormatRgba32i] = 4,  [SpvImageFormatRgba32ui] = 4,  [SpvImageFormatRgba32f] = 4,
    [SpvImageFormatRgba16f] = 4,  [SpvImageFormatRgba8] = 4,     [SpvImageFormatRgba8Snorm] = 4,
    [SpvImageFormatRgba16] = 4,   [SpvImageFormatRgb10A2] = 4,   [SpvImageFormatRgba16Snorm] = 4,
    [SpvImageFormatRgba16i] = 4,  [SpvImageFormatRgba8i] = 4,    [SpvImageFormatRgba16ui] = 4,
    [SpvImageFormatRgba8ui] = 4,  [SpvImageFormatRgb10a2ui] = 4,
};

uint32_t spirv_format_components(uint32_t format) {
    return format < sizeof format_components ? format_components[format] : 0;
}
