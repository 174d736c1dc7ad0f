/* How a SPIR-V type lies in memory: by its layout decorations where it has them (SPIR-V 2.16.2 and "Shader
 * Interfaces", Offset, ArrayStride), else as LLVM lays out the IR type of the same shape, so that an alloca of that
 * type holds it. A matrix inside a struct takes MatrixStride and RowMajor from the member; that is struct
 * matrix_layout's part, here only its size is needed. */
#include "translator/lower/images/images.h"
#include "translator/lower/rays.h"
#include "translator/lower/types.h"

/* align_up(5, 8) is 8. Saturates, since a type that is never used may have any size. */
static uint64_t align_up(uint64_t size, uint64_t alignment) {
    return size > UINT64_MAX - alignment ? UINT64_MAX : (size + alignment - 1) / alignment * alignment;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* pointer_bytes: 8, and 4 in local and private memory of amdgcn. */
static uint64_t pointer_bytes(struct lowering *l, const struct spirv_type *pointer) {
    uint32_t space = type_address_space(l, pointer);
    return space == ADDRESS_SPACE_LOCAL || space == ADDRESS_SPACE_PRIVATE ? l->target->small_pointer_size : 8;
}

static uint32_t next_power_of_two(uint32_t value) {
    uint32_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

/* LLVM's data layout for amdgcn aligns a vector to its size rounded up to a power of two, and pads it to that. */
static struct layout vector_layout(struct lowering *l, spirv_id component, uint32_t count) {
    const struct layout *inner = layout_of(l, component);
    uint32_t bytes = (uint32_t)inner->size * count;
    uint32_t alignment = next_power_of_two(bytes);
    return (struct layout){.size = bytes, .alignment = alignment, .stride = inner->size};
}

static struct layout matrix_layout(struct lowering *l, const struct spirv_type *type) {
    const struct layout *column = layout_of(l, type->element);
    uint64_t stride = align_up(column->size, column->alignment);
    return (struct layout){.size = multiply(stride, type->count), .alignment = column->alignment, .stride = stride};
}

static struct layout array_layout(struct lowering *l, const struct spirv_type *type) {
    const struct layout *element = layout_of(l, type->element);
    const struct spirv_decoration *stride =
        spirv_find_decoration(l->spirv, type->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride);
    struct layout layout = {
        .alignment = element->alignment, .is_explicit = element->is_explicit, .is_free = element->is_free};
    layout.stride = align_up(element->size, element->alignment);
    if (stride && stride->operand_count && !layout.is_free) {
        layout.is_explicit = true;
        layout.stride = stride->operands[0];
    }
    layout.size = multiply(layout.stride, type->length);
    return layout;
}

static struct matrix_layout member_matrix(struct lowering *l, spirv_id structure, uint32_t member) {
    const struct spirv_decoration *stride =
        spirv_find_decoration(l->spirv, structure, member, SpvDecorationMatrixStride);
    bool row_major = spirv_find_decoration(l->spirv, structure, member, SpvDecorationRowMajor) != NULL;
    return (struct matrix_layout){.stride = stride && stride->operand_count ? stride->operands[0] : 0,
                                  .row_major = row_major};
}

/* The bytes of a member, where MatrixStride may stretch a matrix. */
static uint64_t member_size(struct lowering *l, spirv_id member_type, struct matrix_layout matrix) {
    const struct layout *layout = layout_of(l, member_type);
    const struct spirv_type *type = type_of(l, member_type);
    if (type->opcode != SpvOpTypeMatrix || !matrix.stride)
        return layout->size;
    uint32_t lines = matrix.row_major ? type_of(l, type->element)->count : type->count;
    return multiply(matrix.stride, lines);
}

/* Whether a member, or a struct in it, has no Offset. Blocks have them all (Vulkan, "Standalone SPIR-V Validation"), so
 * such a struct lies where layout decorations have no meaning, and front ends decorate some of it all the same. */
static bool is_free(struct lowering *l, const struct spirv_type *type) {
    for (uint32_t i = 0; i < type->count; i++)
        if (layout_of(l, type->members[i])->is_free ||
            !spirv_find_decoration(l->spirv, type->id, i, SpvDecorationOffset))
            return true;
    return false;
}

static struct layout struct_layout(struct lowering *l, const struct spirv_type *type) {
    struct layout layout = {.alignment = 1, .is_free = is_free(l, type)};
    struct member_layout *members = arena_allocate_array(l->arena, type->count + 1, sizeof *members);
    bool natural = layout.is_free || lowered_type_of(l, type->id)->captured;
    uint64_t end = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        const struct layout *member = layout_of(l, type->members[i]);
        const struct spirv_decoration *offset =
            natural ? NULL : spirv_find_decoration(l->spirv, type->id, i, SpvDecorationOffset);
        layout.is_explicit |= member->is_explicit || offset;
        if (member->alignment > layout.alignment)
            layout.alignment = member->alignment;
        members[i].offset = offset && offset->operand_count ? offset->operands[0] : align_up(end, member->alignment);
        members[i].matrix = member_matrix(l, type->id, i);
        uint64_t member_end = add(members[i].offset, member_size(l, type->members[i], members[i].matrix));
        if (member_end > end)
            end = member_end;
    }
    layout.members = members;
    layout.size = layout.is_explicit ? end : align_up(end, layout.alignment);
    return layout;
}

static struct layout compute(struct lowering *l, const struct spirv_type *type) {
    switch (type->opcode) {
    case SpvOpTypeBool:
        return (struct layout){.size = 1, .alignment = 1};
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return (struct layout){.size = type->width / 8, .alignment = type->width / 8};
    case SpvOpTypePointer: {
        uint64_t bytes = pointer_bytes(l, type);
        return (struct layout){.size = bytes, .alignment = (uint32_t)bytes};
    }
    case SpvOpTypeVector:
        return vector_layout(l, type->element, type->count);
    case SpvOpTypeMatrix:
        return matrix_layout(l, type);
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return array_layout(l, type);
    case SpvOpTypeStruct:
        return struct_layout(l, type);
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
        return (struct layout){.size = image_descriptor_bytes(l, type), .alignment = 16};
    case SpvOpTypeAccelerationStructureKHR:
        return (struct layout){.size = ACCELERATION_STRUCTURE_BYTES, .alignment = 16};
    case SpvOpTypeRayQueryKHR:
        return (struct layout){.size = RAY_QUERY_BYTES, .alignment = 16};
    default: {
        struct spirv_instruction in = spirv_defining(l->spirv, type->id);
        FAIL_UNSUPPORTED(l, &in, "this type has no place in memory here");
    }
    }
}

/* Recursion is bounded by SPIRV_MAX_NESTING: the reader refuses deeper types. */
const struct layout *layout_compute(struct lowering *l, spirv_id id) {
    struct layout computed = compute(l, type_of(l, id));
    struct layout *layout = &lowered_type_of(l, id)->layout;
    computed.known = true;
    *layout = computed;
    return layout;
}
