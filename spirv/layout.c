/* Types are laid out in order of their declaration: those that a type contains come before it, except pointers. */
#include "spirv/layout.h"

#include "spirv/later.h"

struct laying_out {
    const struct spirv_opaque_sizes *sizes;
    const struct spirv_module *module;
    struct spirv_layouts *layouts;
    struct spirv_member_layout *members; /* free ones */
};

/* ---- sizes, which saturate: a type that is never used may have any ---- */

/* align_up(5, 8) is 8. */
static uint64_t align_up(uint64_t size, uint64_t alignment) {
    return size > UINT64_MAX - alignment ? UINT64_MAX : (size + alignment - 1) / alignment * alignment;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint32_t next_power_of_two(uint64_t value) {
    uint32_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

/* The size with what follows it up to the next value of the type. */
static uint64_t padded_size(const struct spirv_layout *layout) {
    return align_up(layout->size, layout->alignment ? layout->alignment : 1);
}

/* ---- decorations ---- */

/* The same in a descriptor heap, where the operand is a constant (SPV_EXT_descriptor_heap). */
static bool decorated_by_id(const struct spirv_module *module, spirv_id type, uint32_t member, SpvDecoration decoration,
                            uint32_t *operand) {
    uint32_t by_id = decoration == SpvDecorationArrayStride ? SPIRV_DECORATION_ARRAY_STRIDE_ID
                     : decoration == SpvDecorationOffset    ? SPIRV_DECORATION_OFFSET_ID
                                                            : 0;
    uint64_t value;
    const struct spirv_decoration *found =
        by_id ? spirv_find_decoration(module, type, member, (SpvDecoration)by_id) : NULL;
    if (!found || !spirv_integer_constant(module, found->operands[0], &value) || value > UINT32_MAX)
        return false;
    *operand = (uint32_t)value;
    return true;
}

/* The one operand of a layout decoration; false: there is none. */
static bool decorated(const struct spirv_module *module, spirv_id type, uint32_t member, SpvDecoration decoration,
                      uint32_t *operand) {
    const struct spirv_decoration *found = spirv_find_decoration(module, type, member, decoration);
    if (!found || !found->operand_count)
        return spirv_has_capability(module, (SpvCapability)SPIRV_CAPABILITY_DESCRIPTOR_HEAP) &&
               decorated_by_id(module, type, member, decoration, operand);
    *operand = found->operands[0];
    return true;
}

static bool has_feedback(const struct spirv_module *module, spirv_id variable, const struct spirv_type *block) {
    if (spirv_find_decoration(module, variable, SPIRV_NO_MEMBER, SpvDecorationXfbBuffer))
        return true;
    for (uint32_t i = 0; i < block->count; i++)
        if (spirv_find_decoration(module, block->id, i, SpvDecorationXfbBuffer))
            return true;
    return false;
}

/* The block of an interface variable, which may be arrayed over vertices; NULL: it has none. */
static const struct spirv_type *interface_block(const struct spirv_module *module, const struct spirv_type *pointer) {
    if (pointer->opcode != SpvOpTypePointer ||
        (pointer->storage_class != SpvStorageClassOutput && pointer->storage_class != SpvStorageClassInput))
        return NULL;
    const struct spirv_type *block = spirv_type_of_id(module, pointer->element);
    if (block && block->opcode == SpvOpTypeArray)
        block = spirv_type_of_id(module, block->element);
    return block && block->opcode == SpvOpTypeStruct ? block : NULL;
}

static void note_captured(struct laying_out *lay) {
    for (uint32_t i = 0; i < lay->module->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(lay->module, lay->module->globals[i]);
        const struct spirv_type *pointer = spirv_type_of_id(lay->module, in.type);
        const struct spirv_type *block = pointer ? interface_block(lay->module, pointer) : NULL;
        if (block && has_feedback(lay->module, in.result, block))
            lay->layouts->of[spirv_index(lay->module, block->id)].is_captured = true;
    }
}

/* ---- types ---- */

static struct spirv_layout of_bytes(uint64_t bytes) {
    return (struct spirv_layout){.size = bytes, .alignment = next_power_of_two(bytes)};
}

/* An opaque object is aligned to 16 bytes at most. */
static struct spirv_layout opaque_layout(const struct laying_out *lay, const struct spirv_type *type) {
    uint64_t bytes = lay->sizes->bytes(lay->sizes->user, type);
    if (!bytes)
        return (struct spirv_layout){.misfit = type->id};
    return (struct spirv_layout){.size = bytes, .alignment = bytes < 16 ? next_power_of_two(bytes) : 16};
}

static struct spirv_layout matrix_layout(const struct spirv_layout *column, const struct spirv_type *type) {
    uint64_t stride = padded_size(column);
    return (struct spirv_layout){
        .size = multiply(stride, type->count), .alignment = column->alignment, .stride = stride};
}

const struct spirv_type *spirv_matrix_in(const struct spirv_module *module, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_id(module, id);
    while (type && (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray))
        type = spirv_type_of_id(module, type->element);
    return type && type->opcode == SpvOpTypeMatrix ? type : NULL;
}

static struct spirv_layout array_layout(const struct laying_out *lay, const struct spirv_layout *element,
                                        const struct spirv_type *type) {
    struct spirv_layout layout = {.alignment = element->alignment,
                                  .stride = padded_size(element),
                                  .is_explicit = element->is_explicit,
                                  .is_free = element->is_free,
                                  .is_unbounded = element->is_unbounded || type->opcode == SpvOpTypeRuntimeArray};
    uint32_t stride;
    if (!decorated(lay->module, type->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, &stride)) {
        layout.is_free = true;
    } else if (spirv_matrix_in(lay->module, type->id)) {
        layout.stretched_stride = stride;
    } else if (!layout.is_free) {
        layout.is_explicit = true;
        layout.stride = stride;
    }
    layout.size = multiply(layout.stride, type->length);
    return layout;
}

/* Whether a member that is a matrix, or an array of them, lacks what says how it lies. */
static bool is_free_matrix(const struct spirv_module *module, spirv_id structure, uint32_t i) {
    uint32_t stride;
    return !decorated(module, structure, i, SpvDecorationMatrixStride, &stride) ||
           (!spirv_find_decoration(module, structure, i, SpvDecorationRowMajor) &&
            !spirv_find_decoration(module, structure, i, SpvDecorationColMajor));
}

/* Whether a member lacks Offset, or what it holds lacks a decoration. */
static bool is_free_member(const struct laying_out *lay, const struct spirv_type *structure, uint32_t i) {
    uint32_t offset;
    return !decorated(lay->module, structure->id, i, SpvDecorationOffset, &offset) ||
           spirv_layout_of(lay->layouts, structure->members[i])->is_free ||
           (spirv_matrix_in(lay->module, structure->members[i]) && is_free_matrix(lay->module, structure->id, i));
}

static struct spirv_member_layout member_layout(const struct laying_out *lay, const struct spirv_type *structure,
                                                uint32_t i, bool natural, uint64_t end) {
    const struct spirv_layout *inner = spirv_layout_of(lay->layouts, structure->members[i]);
    struct spirv_member_layout member = {.offset = align_up(end, inner->alignment)};
    uint32_t offset;
    if (natural)
        return member;
    if (decorated(lay->module, structure->id, i, SpvDecorationOffset, &offset))
        member.offset = offset;
    if (spirv_matrix_in(lay->module, structure->members[i]) &&
        decorated(lay->module, structure->id, i, SpvDecorationMatrixStride, &member.matrix.stride))
        member.matrix.row_major =
            member.matrix.stride && spirv_find_decoration(lay->module, structure->id, i, SpvDecorationRowMajor);
    return member;
}

static struct spirv_layout struct_layout(struct laying_out *lay, const struct spirv_type *type, bool is_captured) {
    struct spirv_layout layout = {.alignment = 1, .members = lay->members, .is_captured = is_captured};
    for (uint32_t i = 0; i < type->count; i++) {
        const struct spirv_layout *inner = spirv_layout_of(lay->layouts, type->members[i]);
        if (!inner->alignment)
            return *inner;
        layout.is_free |= is_free_member(lay, type, i);
        layout.is_explicit |= inner->is_explicit;
        layout.is_unbounded |= inner->is_unbounded;
        if (inner->alignment > layout.alignment)
            layout.alignment = inner->alignment;
    }
    bool natural = layout.is_free || layout.is_captured;
    layout.is_explicit |= !natural && type->count;
    uint64_t end = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        struct spirv_member_layout member = member_layout(lay, type, i, natural, end);
        uint64_t size =
            natural ? padded_size(spirv_layout_of(lay->layouts, type->members[i]))
                    : spirv_part_size(lay->layouts, spirv_type_of_id(lay->module, type->members[i]), member.matrix);
        uint64_t member_end = add(member.offset, size);
        end = member_end > end ? member_end : end;
        *lay->members++ = member;
    }
    layout.size = layout.is_explicit ? end : align_up(end, layout.alignment);
    return layout;
}

/* `inner`: the layout of what a vector, matrix or array is made of. */
static struct spirv_layout layout_of_parts(const struct laying_out *lay, const struct spirv_type *type) {
    const struct spirv_layout *inner = spirv_layout_of(lay->layouts, type->element);
    if (!inner->alignment)
        return *inner;
    if (type->opcode == SpvOpTypeMatrix)
        return matrix_layout(inner, type);
    if (type->opcode != SpvOpTypeVector)
        return array_layout(lay, inner, type);
    struct spirv_layout vector = of_bytes(inner->size * type->count);
    vector.stride = inner->size;
    return vector;
}

static struct spirv_layout layout_of_type(struct laying_out *lay, const struct spirv_type *type, bool is_captured) {
    switch (type->opcode) {
    case SpvOpTypeBool:
        return of_bytes(1);
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return of_bytes(type->width / 8);
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return layout_of_parts(lay, type);
    case SpvOpTypeStruct:
        return struct_layout(lay, type, is_captured);
    case SPIRV_TYPE_COOPERATIVE_MATRIX: { /* what an invocation has of it: its components one after the other */
        struct spirv_layout matrix = opaque_layout(lay, type);
        matrix.stride = spirv_layout_of(lay->layouts, type->element)->size;
        return matrix;
    }
    case SPIRV_TYPE_TENSOR_LAYOUT:
    case SPIRV_TYPE_TENSOR_VIEW: { /* numbers of 32 bits */
        struct spirv_layout tensor = opaque_layout(lay, type);
        tensor.stride = 4;
        return tensor;
    }
    default:
        return opaque_layout(lay, type);
    }
}

void spirv_lay_out(const struct spirv_module *module, const struct spirv_opaque_sizes *sizes, struct arena *arena,
                   struct spirv_layouts *layouts) {
    size_t member_count = 0;
    *layouts = (struct spirv_layouts){.module = module};
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_type *type = module->types[i];
        layouts->count = type ? i : layouts->count;
        member_count += type && type->opcode == SpvOpTypeStruct ? type->count : 0;
    }
    layouts->of = arena_allocate_array(arena, (size_t)layouts->count + 1, sizeof *layouts->of);
    struct laying_out lay = {.sizes = sizes, .module = module, .layouts = layouts};
    lay.members = arena_allocate(arena, (member_count + 1) * sizeof *lay.members);
    note_captured(&lay);
    for (uint32_t i = 1; i <= layouts->count; i++) /* a struct may hold pointers that are declared after it */
        if (module->types[i] && module->types[i]->opcode == SpvOpTypePointer)
            layouts->of[i] = opaque_layout(&lay, module->types[i]);
    for (uint32_t i = 1, next = 0; i <= layouts->count; i++) {
        spirv_ask(arena->watch, i, &next);
        if (module->types[i] && module->types[i]->opcode != SpvOpTypePointer)
            layouts->of[i] = layout_of_type(&lay, module->types[i], layouts->of[i].is_captured);
    }
}

/* ---- what is asked of layouts ---- */

bool spirv_is_common_block(const struct spirv_module *module, const struct spirv_instruction *variable) {
    const struct spirv_type *pointer = spirv_type_of_value(module, variable->result);
    if (variable->opcode != SpvOpVariable || variable->operands[0] != SpvStorageClassWorkgroup || !pointer ||
        !spirv_find_decoration(module, pointer->element, SPIRV_NO_MEMBER, SpvDecorationBlock))
        return false;
    return !spirv_has_capability(module, (SpvCapability)SPIRV_CAPABILITY_UNTYPED_POINTERS) ||
           spirv_find_decoration(module, variable->result, SPIRV_NO_MEMBER, SpvDecorationAliased);
}

uint64_t spirv_element_stride(const struct spirv_layouts *layouts, const struct spirv_type *array,
                              struct spirv_matrix_layout layout) {
    const struct spirv_layout *own = spirv_layout_of(layouts, array->id);
    return layout.stride && own->stretched_stride ? own->stretched_stride : own->stride;
}

uint64_t spirv_part_size(const struct spirv_layouts *layouts, const struct spirv_type *type,
                         struct spirv_matrix_layout layout) {
    if (layout.stride && type->opcode == SpvOpTypeMatrix)
        return multiply(layout.stride,
                        layout.row_major ? spirv_type_of_id(layouts->module, type->element)->count : type->count);
    if (layout.stride && type->opcode == SpvOpTypeArray)
        return multiply(spirv_element_stride(layouts, type, layout), type->length);
    return spirv_layout_of(layouts, type->id)->size;
}

uint64_t spirv_pointer_stride(const struct spirv_layouts *layouts, const struct spirv_type *pointer, spirv_id pointee) {
    uint32_t stride;
    if (!pointee)
        return 1;
    if (decorated(layouts->module, pointer->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, &stride) && stride)
        return stride;
    return padded_size(spirv_layout_of(layouts, pointee));
}

struct spirv_matrix_steps spirv_matrix_steps(const struct spirv_layouts *layouts, const struct spirv_type *matrix,
                                             struct spirv_matrix_layout layout) {
    uint64_t component = spirv_layout_of(layouts, matrix->element)->stride;
    uint64_t natural = spirv_layout_of(layouts, matrix->id)->stride;
    if (layout.row_major)
        return (struct spirv_matrix_steps){.column = component, .component = layout.stride};
    return (struct spirv_matrix_steps){.column = layout.stride ? layout.stride : natural, .component = component};
}
