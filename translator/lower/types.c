/* Each SPIR-V type as two IR types: as a value, where a boolean is i1, and as natural memory, where it is i8. */
#include "translator/lower/types.h"

#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/pointers.h"
#include "translator/lower/names.h"
#include "translator/lower/stages/rays.h"
#include "translator/lower/tensor.h"

void lowering_fail_no_type(struct lowering *l, spirv_id id) {
    FAIL_INVALID(l, &l->current, "%%%u is not a type", id);
}

void lowering_fail_no_layout(struct lowering *l, spirv_id id) {
    type_of(l, id);
    struct spirv_instruction in = spirv_defining(l->spirv, spirv_layout_of(&l->layouts, id)->misfit);
    if (in.opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        matrix_distribution_of(l, type_of(l, in.result)); /* says why */
    FAIL_UNSUPPORTED(l, &in, "this type has no place in memory here");
}

uint32_t variable_alignment(struct lowering *l, spirv_id type) {
    enum { LEAST_EXPLICIT = 16, MOST = 32 };
    const struct spirv_layout *layout = layout_of(l, type);
    if (layout->is_explicit && layout->alignment < LEAST_EXPLICIT)
        return LEAST_EXPLICIT;
    return layout->alignment > MOST ? MOST : layout->alignment;
}

uint64_t type_opaque_bytes(void *user, const struct spirv_type *type) {
    struct lowering *l = user;
    int space;
    switch (type->opcode) {
    case SpvOpTypePointer:
        space = map_address_space(type->storage_class, false);
        return space == ADDRESS_SPACE_LOCAL || space == ADDRESS_SPACE_PRIVATE ? l->target->small_pointer_size : 8;
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
        return image_descriptor_bytes(l, type);
    case SPIRV_TYPE_BUFFER:
        return BUFFER_DESCRIPTOR_BYTES;
    case SpvOpTypeAccelerationStructureKHR:
        return ACCELERATION_STRUCTURE_BYTES;
    case SpvOpTypeRayQueryKHR:
        return RAY_QUERY_BYTES;
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        return matrix_bytes(l, type);
    case SPIRV_TYPE_TENSOR_LAYOUT:
    case SPIRV_TYPE_TENSOR_VIEW:
        return 4 * (uint64_t)tensor_numbers(type);
    default:
        return 0;
    }
}

const struct spirv_type *type_of_operand(struct lowering *l, spirv_id value) {
    const struct spirv_type *type = spirv_type_of_value(l->spirv, value);
    if (!type)
        FAIL_INVALID(l, &l->current, "%%%u is not a value", value);
    return type;
}

const struct spirv_type *type_component_of(struct lowering *l, const struct spirv_type *type, uint32_t *count) {
    *count = 1;
    if (type->opcode == SpvOpTypeVector) {
        *count = type->count;
        type = type_of(l, type->element);
    }
    if (type->opcode != SpvOpTypeInt && type->opcode != SpvOpTypeFloat && type->opcode != SpvOpTypeBool &&
        type->opcode != SpvOpTypePointer)
        FAIL_INVALID(l, &l->current, "%%%u is neither a scalar nor a vector", type->id);
    return type;
}

uint32_t type_address_space(struct lowering *l, const struct spirv_type *pointer) {
    if (pointer->opcode != SpvOpTypePointer)
        FAIL_INVALID(l, &l->current, "%%%u is not a pointer type", pointer->id);
    bool buffer_block = false;
    if (pointer->storage_class == SpvStorageClassUniform && pointer->element) {
        const struct spirv_type *pointee = type_of(l, pointer->element);
        while (pointee->opcode == SpvOpTypeArray || pointee->opcode == SpvOpTypeRuntimeArray)
            pointee = type_of(l, pointee->element);
        buffer_block = spirv_find_decoration(l->spirv, pointee->id, SPIRV_NO_MEMBER, SpvDecorationBufferBlock);
    }
    int space = map_address_space(pointer->storage_class, buffer_block);
    const char *name = spirv_storage_class_name(pointer->storage_class);
    if (space < 0)
        FAIL_UNSUPPORTED(l, &l->current, "memory of storage class %s is not supported", name ? name : "unknown");
    return (uint32_t)space;
}

ir_type pointer_to_space(struct lowering *l, uint32_t address_space) {
    bool is_private = address_space == ADDRESS_SPACE_PRIVATE;
    return ir_type_pointer(l->ir, is_private ? l->target->private_space : address_space);
}

uint32_t pointer_space_of(struct lowering *l, ir_value address) {
    uint32_t space = ir_type_get(l->ir, ir_type_of(l->ir, address))->width;
    return space == l->target->private_space ? ADDRESS_SPACE_PRIVATE : space;
}

uint32_t pointer_memory_of(struct lowering *l, const struct pointer *pointer, ir_value address) {
    uint32_t space = pointer_space_of(l, address);
    if (space != ADDRESS_SPACE_BUFFER)
        return space;
    return pointer->is_read_only ? ADDRESS_SPACE_CONSTANT : ADDRESS_SPACE_GLOBAL;
}

static ir_type scalar_type(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeBool)
        return ir_type_integer(l->ir, 1);
    if (type->opcode == SpvOpTypeInt &&
        (type->width == 8 || type->width == 16 || type->width == 32 || type->width == 64))
        return ir_type_integer(l->ir, type->width);
    if (type->opcode == SpvOpTypeFloat && type->width == 16)
        return ir_type_simple(l->ir, IR_TYPE_HALF);
    if (type->opcode == SpvOpTypeFloat && type->width == 32)
        return ir_type_simple(l->ir, IR_TYPE_FLOAT);
    if (type->opcode == SpvOpTypeFloat && type->width == 64)
        return ir_type_simple(l->ir, IR_TYPE_DOUBLE);
    FAIL_UNSUPPORTED(l, &l->current, "%%%u has %u bits; 8, 16, 32 and 64 are supported (floats from 16)", type->id,
                     type->width);
}

static ir_type struct_type(struct lowering *l, const struct spirv_type *type, bool memory) {
    ir_type *members = arena_allocate_array(l->arena, type->count + 1, sizeof *members);
    bool differs = false;
    for (uint32_t i = 0; i < type->count; i++) {
        members[i] = memory ? lower_memory_type(l, type->members[i]) : lower_type(l, type->members[i]);
        differs |= memory && members[i] != lower_type(l, type->members[i]);
    }
    if (memory && !differs)
        return lower_type(l, type->id);
    /* a struct with booleans in memory is a second type: %memory.ID, which no OpName may be */
    if (memory)
        return ir_type_named_struct(l->ir, ir_text_of(l->ir, "memory"), type->id, members, type->count);
    ir_string name;
    uint32_t number;
    name_choose(l, type->id, NAME_TYPE, &name, &number);
    return ir_type_named_struct(l->ir, name, number, members, type->count);
}

static ir_type aggregate_type(struct lowering *l, const struct spirv_type *type, bool memory) {
    if (type->opcode == SpvOpTypeStruct)
        return struct_type(l, type, memory);
    ir_type element = memory ? lower_memory_type(l, type->element) : lower_type(l, type->element);
    switch (type->opcode) {
    case SpvOpTypeVector:
        return ir_type_vector(l->ir, element, type->count);
    case SpvOpTypeMatrix:
        return ir_type_array(l->ir, element, type->count);
    default:
        return ir_type_array(l->ir, element, type->length);
    }
}

/* The part that an invocation has. */
static ir_type matrix_type(struct lowering *l, const struct spirv_type *type) {
    struct matrix_distribution matrix = matrix_distribution_of(l, type);
    return ir_type_vector(l->ir, lower_type(l, type->element), matrix_length(&matrix));
}

ir_type lower_new_type(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    ir_type result = 0;
    switch (type->opcode) {
    case SpvOpTypeVoid:
        return 0;
    case SpvOpTypeBool:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        result = scalar_type(l, type);
        break;
    case SpvOpTypePointer:
        result = pointer_to_space(l, type_address_space(l, type));
        if (resources_apply(l, type->storage_class))
            result = ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER);
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeStruct:
        result = aggregate_type(l, type, false);
        break;
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
        result = image_type(l, type);
        break;
    case SpvOpTypeAccelerationStructureKHR:
        result = ir_type_integer(l->ir, 64);
        break;
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        result = matrix_type(l, type);
        break;
    case SPIRV_TYPE_TENSOR_LAYOUT:
    case SPIRV_TYPE_TENSOR_VIEW:
        result = ir_type_vector(l->ir, i32_type(l), tensor_numbers(type));
        break;
    default:
        FAIL_UNSUPPORTED(l, &l->current, "values of type %s %%%u are not supported", spirv_opcode_name(type->opcode),
                         id);
    }
    lowered_type_of(l, id)->value = result;
    return result;
}

ir_type lower_memory_type(struct lowering *l, spirv_id id) {
    struct lowered_type *lowered = lowered_type_of(l, id);
    if (lowered->memory)
        return lowered->memory;
    const struct spirv_type *type = type_of(l, id);
    ir_type result;
    const struct spirv_layout *layout = layout_of(l, id);
    if (layout->is_explicit)
        result = ir_type_array(l->ir, ir_type_integer(l->ir, 8), layout->size);
    else if (type->opcode == SpvOpTypeBool)
        result = ir_type_integer(l->ir, 8);
    else if (type->opcode == SpvOpTypeRayQueryKHR)
        result = ir_type_array(l->ir, ir_type_integer(l->ir, 8), layout->size);
    else if (type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeMatrix || type->opcode == SpvOpTypeArray ||
             type->opcode == SpvOpTypeStruct)
        result = aggregate_type(l, type, true);
    else
        result = lower_type(l, id);
    lowered->memory = result;
    return result;
}
