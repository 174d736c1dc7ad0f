/* Loads and stores of whole SPIR-V types. An aggregate is split into its leaves, scalars and vectors; the memory map says which
 * IR operations each leaf becomes (memory-mapping.md sections 3, 8 and 10), and this file spells them. */
#include "translator/bounds.h"

#include <string.h>

/* One load or store while it is taken apart. */
struct access {
    struct map_leaf leaf; /* of the leaf at hand: all but its widths and alignment stay */
    ir_value base;
    uint32_t alignment; /* proven, of `base`; 0: the type's scalar alignment */
    bool has_bounds;
    struct bounds bounds;
};

/* A scalar or vector in memory. */
struct leaf_type {
    const struct spirv_type *component;
    uint32_t count;
    ir_type value;  /* as SPIR-V's value: booleans are i1 */
    ir_type memory; /* as it lies in memory: booleans are i8 */
};

static bool is_power_of_two(uint32_t value) {
    return value && (value & (value - 1)) == 0;
}

/* ---- what is known of the address ---- */

static uint32_t scalar_alignment(struct lowering *l, const struct access *access, uint32_t component_bytes) {
    bool buffer = access->leaf.address_space == ADDRESS_SPACE_GLOBAL ||
                  access->leaf.address_space == ADDRESS_SPACE_CONSTANT;
    if (buffer && component_bytes > l->buffer_alignment)
        return l->buffer_alignment;
    return component_bytes;
}

static struct access begin_access(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                                  const struct pointer *pointer, bool from_source, bool write) {
    struct access access = {.base = address, .alignment = pointer->alignment};
    access.leaf.write = write;
    access.leaf.storage_class = from_source ? view->source_storage_class : view->storage_class;
    access.leaf.address_space = space_of_address(l, address);
    access.leaf.operands = map_effective_operands(&l->map, view, write);
    access.has_bounds = bounds_apply(l, access.leaf.storage_class);
    if (access.has_bounds)
        access.bounds = bounds_of(l, from_source ? view->source : view->pointer);
    if (is_power_of_two(access.leaf.operands.alignment) && access.leaf.operands.alignment > access.alignment)
        access.alignment = access.leaf.operands.alignment;
    return access;
}

/* Every part counts, not leaves alone: an array of a billion empty structs has none. */
static void spend_part(struct lowering *l) {
    if (l->part_budget == 0)
        FAIL_UNSUPPORTED(l, &l->current, "whole arrays are loaded or stored that split into too many accesses; copy "
                         "them element by element in a loop");
    l->part_budget--;
}

static struct leaf_type leaf_type(struct lowering *l, spirv_id component, uint32_t count) {
    struct leaf_type leaf = {.component = type_of(l, component), .count = count};
    leaf.value = lower_type(l, component);
    leaf.memory = lower_memory_type(l, component);
    if (count > 1) {
        leaf.value = ir_type_vector(l->ir, leaf.value, count);
        leaf.memory = ir_type_vector(l->ir, leaf.memory, count);
    }
    return leaf;
}

static uint32_t leaf_bytes(const struct map_leaf *leaf) {
    return leaf->component_bytes * leaf->components;
}

/* Asks the map about the leaf at `offset` bytes. */
static void map_leaf_at(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                        struct mapped_operations *mapped) {
    access->leaf.component_bytes = (uint32_t)layout_of(l, type->component->id)->size;
    access->leaf.components = type->count;
    access->leaf.alignment = access->alignment ? alignment_at(access->alignment, offset)
                                               : scalar_alignment(l, access, access->leaf.component_bytes);
    map_access(&l->map, &access->leaf, mapped);
    if (mapped->unsupported)
        FAIL_UNSUPPORTED(l, &l->current, "%s", mapped->unsupported);
}

/* ---- spelling one operation ---- */

static ir_value scope_operand(struct lowering *l, enum mmra_scope scope) {
    if (!l->scope_metadata[scope]) {
        const char *name = mmra_scope_name(scope);
        ir_metadata string = ir_metadata_string(l->ir, name, strlen(name));
        l->scope_metadata[scope] = ir_metadata_tuple(l->ir, &string, 1);
    }
    return ir_metadata_operand(l->ir, l->scope_metadata[scope]);
}

/* "llvm.amdgcn.av.load.b128.p1" */
static const char *av_name(struct lowering *l, const struct mapped_operation *operation, uint32_t address_space) {
    char name[PROFILE_INTRINSIC_NAME_SIZE];
    profile_intrinsic_name(profile_get(l->map.options.profile), operation->kind == MAPPED_AV_STORE, operation->bytes,
                           address_space, name);
    return arena_copy_string(l->arena, name, strlen(name));
}

/* i8, i16, i32, <2 x i32>, <4 x i32> */
static ir_type av_type(struct lowering *l, uint32_t bytes) {
    if (bytes <= 4)
        return ir_type_integer(l->ir, bytes * 8);
    return ir_type_vector(l->ir, ir_type_integer(l->ir, 32), bytes / 4);
}

static bool is_first_class_atomic(struct lowering *l, ir_type type) {
    return ir_type_get(l->ir, type)->kind != IR_TYPE_VECTOR;
}

static enum ir_opcode cast_opcode(struct lowering *l, ir_type from, ir_type to) {
    bool from_pointer = ir_type_get(l->ir, from)->kind == IR_TYPE_POINTER;
    bool to_pointer = ir_type_get(l->ir, to)->kind == IR_TYPE_POINTER;
    return from_pointer == to_pointer ? IR_BITCAST : to_pointer ? IR_INTTOPTR : IR_PTRTOINT;
}

/* Between types of the same width; pointers and integers included. */
static ir_value retype(struct lowering *l, ir_value value, ir_type type) {
    ir_type from = ir_type_of(l->ir, value);
    return from == type ? value : emit1(l, cast_opcode(l, from, type), type, value);
}

/* The type in which a whole leaf (`whole`) or a piece of it is moved by this operation. */
static ir_type piece_type(struct lowering *l, const struct mapped_operation *operation, ir_type leaf, bool whole) {
    if (operation->kind == MAPPED_AV_LOAD || operation->kind == MAPPED_AV_STORE)
        return av_type(l, operation->bytes);
    bool atomic = operation->kind == MAPPED_ATOMIC_LOAD || operation->kind == MAPPED_ATOMIC_STORE;
    if (whole && (!atomic || is_first_class_atomic(l, leaf)))
        return leaf;
    return ir_type_integer(l->ir, operation->bytes * 8);
}

static ir_value emit_piece_load(struct lowering *l, const struct mapped_operation *operation, ir_value address,
                                ir_type type) {
    if (operation->kind == MAPPED_AV_LOAD) {
        uint32_t space = ir_type_get(l->ir, ir_type_of(l->ir, address))->width;
        ir_value arguments[2] = {address, scope_operand(l, operation->scope)};
        ir_value result = emit_intrinsic(l, av_name(l, operation, space), type, arguments, 2, IR_FUNCTION_NOUNWIND);
        annotate(l, &l->ir->instructions[l->ir->instruction_count - 1], operation);
        return result;
    }
    ir_value result = emit1(l, IR_LOAD, type, address);
    annotate(l, &l->ir->instructions[l->ir->instruction_count - 1], operation);
    return result;
}

static void emit_piece_store(struct lowering *l, const struct mapped_operation *operation, ir_value address,
                             ir_value value) {
    if (operation->kind == MAPPED_AV_STORE) {
        uint32_t space = ir_type_get(l->ir, ir_type_of(l->ir, address))->width;
        ir_value arguments[3] = {address, value, scope_operand(l, operation->scope)};
        emit_intrinsic(l, av_name(l, operation, space), 0, arguments, 3, IR_FUNCTION_NOUNWIND);
    } else {
        emit2(l, IR_STORE, 0, value, address);
    }
    annotate(l, &l->ir->instructions[l->ir->instruction_count - 1], operation);
}

/* ---- one leaf ---- */

/* Pieces meet in one integer as wide as the leaf, lowest address lowest. */
static ir_value load_pieces(struct lowering *l, const struct mapped_operations *mapped, ir_value base,
                            uint64_t offset, uint32_t bytes) {
    ir_type whole = ir_type_integer(l->ir, bytes * 8);
    ir_value joined = 0;
    for (uint32_t i = 0; i < mapped->count; i++) {
        const struct mapped_operation *piece = &mapped->operations[i];
        ir_type type = piece_type(l, piece, 0, false);
        ir_value value = emit_piece_load(l, piece, emit_offset(l, base, offset + piece->offset), type);
        value = retype(l, value, ir_type_integer(l->ir, piece->bytes * 8));
        value = emit1(l, IR_ZEXT, whole, value);
        if (piece->offset)
            value = emit2(l, IR_SHL, whole, value, ir_integer(l->ir, whole, piece->offset * 8));
        joined = joined ? emit2(l, IR_OR, whole, joined, value) : value;
    }
    return joined;
}

static void store_pieces(struct lowering *l, const struct mapped_operations *mapped, ir_value base, uint64_t offset,
                         ir_value value, uint32_t bytes) {
    ir_type whole = ir_type_integer(l->ir, bytes * 8);
    value = retype(l, value, whole);
    for (uint32_t i = 0; i < mapped->count; i++) {
        const struct mapped_operation *piece = &mapped->operations[i];
        ir_value part = value;
        if (piece->offset)
            part = emit2(l, IR_LSHR, whole, part, ir_integer(l->ir, whole, piece->offset * 8));
        part = emit1(l, IR_TRUNC, ir_type_integer(l->ir, piece->bytes * 8), part);
        part = retype(l, part, piece_type(l, piece, 0, false));
        emit_piece_store(l, piece, emit_offset(l, base, offset + piece->offset), part);
    }
}

static ir_value load_mapped(struct lowering *l, const struct mapped_operations *mapped, ir_value base, uint64_t offset,
                            const struct leaf_type *type, uint32_t bytes) {
    if (mapped->count != 1 || mapped->operations[0].bytes != bytes)
        return retype(l, load_pieces(l, mapped, base, offset, bytes), type->memory);
    ir_type moved = piece_type(l, &mapped->operations[0], type->memory, true);
    return retype(l, emit_piece_load(l, &mapped->operations[0], emit_offset(l, base, offset), moved), type->memory);
}

static void store_mapped(struct lowering *l, const struct mapped_operations *mapped, ir_value base, uint64_t offset,
                         const struct leaf_type *type, uint32_t bytes, ir_value value) {
    if (mapped->count != 1 || mapped->operations[0].bytes != bytes) {
        store_pieces(l, mapped, base, offset, value, bytes);
        return;
    }
    value = retype(l, value, piece_type(l, &mapped->operations[0], type->memory, true));
    emit_piece_store(l, &mapped->operations[0], emit_offset(l, base, offset), value);
}

/* Section 10: address space 7 is for plain accesses alone. */
static bool goes_through_resource(struct lowering *l, const struct mapped_operations *mapped) {
    uint8_t kind = mapped->operations[0].kind;
    return bounds_by_resource(l) && mapped->count == 1 && (kind == MAPPED_LOAD || kind == MAPPED_STORE);
}

static ir_value load_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset) {
    struct mapped_operations mapped;
    map_leaf_at(l, access, type, offset, &mapped);
    uint32_t bytes = leaf_bytes(&access->leaf);
    ir_value value;
    if (!access->has_bounds) {
        value = load_mapped(l, &mapped, access->base, offset, type, bytes);
    } else if (goes_through_resource(l, &mapped)) {
        ir_value pointer = bounds_resource_pointer(l, &access->bounds, emit_offset(l, access->base, offset));
        value = load_mapped(l, &mapped, pointer, 0, type, bytes);
    } else {
        struct guard guard = guard_open(l, &access->bounds, emit_offset(l, access->base, offset), bytes);
        value = guard_close(l, &guard, load_mapped(l, &mapped, access->base, offset, type, bytes));
    }
    return type->value == type->memory ? value : emit1(l, IR_TRUNC, type->value, value);
}

static void store_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                       ir_value value) {
    struct mapped_operations mapped;
    map_leaf_at(l, access, type, offset, &mapped);
    if (type->value != type->memory)
        value = emit1(l, IR_ZEXT, type->memory, value);
    uint32_t bytes = leaf_bytes(&access->leaf);
    if (!access->has_bounds) {
        store_mapped(l, &mapped, access->base, offset, type, bytes, value);
    } else if (goes_through_resource(l, &mapped)) {
        ir_value pointer = bounds_resource_pointer(l, &access->bounds, emit_offset(l, access->base, offset));
        store_mapped(l, &mapped, pointer, 0, type, bytes, value);
    } else {
        struct guard guard = guard_open(l, &access->bounds, emit_offset(l, access->base, offset), bytes);
        store_mapped(l, &mapped, access->base, offset, type, bytes, value);
        guard_close(l, &guard, 0);
    }
}

/* ---- matrices and strided columns ---- */

/* `count` components that are `stride` bytes apart. */
static ir_value load_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                             uint64_t offset, uint64_t stride) {
    struct leaf_type scalar = leaf_type(l, component, 1);
    ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, scalar.value, count));
    for (uint32_t i = 0; i < count; i++)
        vector = emit_insert_element(l, vector, load_leaf(l, access, &scalar, offset + i * stride), i);
    return vector;
}

static void store_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                          uint64_t offset, uint64_t stride, ir_value vector) {
    struct leaf_type scalar = leaf_type(l, component, 1);
    for (uint32_t i = 0; i < count; i++)
        store_leaf(l, access, &scalar, offset + i * stride, emit_extract_element(l, vector, i));
}

static ir_value load_matrix(struct lowering *l, struct access *access, const struct spirv_type *type,
                            uint64_t offset, struct matrix_layout matrix) {
    const struct spirv_type *column = type_of(l, type->element);
    uint64_t component = layout_of(l, column->element)->size;
    uint64_t stride = matrix.stride ? matrix.stride : layout_of(l, type->id)->stride;
    struct leaf_type leaf = leaf_type(l, column->element, column->count);
    ir_value result = ir_poison(l->ir, lower_type(l, type->id));
    for (uint32_t i = 0; i < type->count; i++) {
        ir_value value = matrix.row_major
                             ? load_strided(l, access, column->element, column->count, offset + i * component, stride)
                             : load_leaf(l, access, &leaf, offset + i * stride);
        result = emit_insert_value(l, result, value, i);
    }
    return result;
}

static void store_matrix(struct lowering *l, struct access *access, const struct spirv_type *type, uint64_t offset,
                         struct matrix_layout matrix, ir_value value) {
    const struct spirv_type *column = type_of(l, type->element);
    uint64_t component = layout_of(l, column->element)->size;
    uint64_t stride = matrix.stride ? matrix.stride : layout_of(l, type->id)->stride;
    struct leaf_type leaf = leaf_type(l, column->element, column->count);
    for (uint32_t i = 0; i < type->count; i++) {
        ir_value part = emit_extract_value(l, value, i);
        if (matrix.row_major)
            store_strided(l, access, column->element, column->count, offset + i * component, stride, part);
        else
            store_leaf(l, access, &leaf, offset + i * stride, part);
    }
}

/* ---- whole types; recursion is bounded by SPIRV_MAX_NESTING ---- */

static struct matrix_layout member_matrix(struct lowering *l, const struct spirv_type *type, uint32_t member) {
    const struct spirv_decoration *stride =
        spirv_find_decoration(l->spirv, type->id, member, SpvDecorationMatrixStride);
    bool row_major = spirv_find_decoration(l->spirv, type->id, member, SpvDecorationRowMajor) != NULL;
    return (struct matrix_layout){.stride = stride && stride->operand_count ? stride->operands[0] : 0,
                                  .row_major = row_major};
}

/* Part `index` of an aggregate: its type, its distance from the aggregate's address, and its matrix layout. */
static spirv_id part_of(struct lowering *l, const struct spirv_type *type, uint32_t index, uint64_t *offset,
                        struct matrix_layout *matrix) {
    const struct layout *layout = layout_of(l, type->id);
    if (type->opcode != SpvOpTypeStruct) {
        *offset = index * layout->stride;
        return type->element;
    }
    *offset = layout->offsets[index];
    *matrix = member_matrix(l, type, index);
    return type->members[index];
}

static uint32_t part_count(struct lowering *l, const struct spirv_type *type) {
    uint64_t count = type->opcode == SpvOpTypeStruct ? type->count : type->length;
    if (type->opcode == SpvOpTypeRuntimeArray)
        FAIL_INVALID(l, &l->current, "a runtime array cannot be loaded or stored whole");
    if (count > l->part_budget)
        l->part_budget = 0; /* so that the first part reports it */
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static ir_value load_type(struct lowering *l, struct access *access, spirv_id id, uint64_t offset,
                          struct matrix_layout matrix) {
    const struct spirv_type *type = type_of(l, id);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeVector:
        leaf = leaf_type(l, type->element, type->count);
        return load_leaf(l, access, &leaf, offset);
    case SpvOpTypeMatrix:
        return load_matrix(l, access, type, offset, matrix);
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        ir_value result = ir_poison(l->ir, lower_type(l, id));
        uint32_t count = part_count(l, type);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t distance;
            struct matrix_layout inner = matrix;
            spirv_id part = part_of(l, type, i, &distance, &inner);
            result = emit_insert_value(l, result, load_type(l, access, part, offset + distance, inner), i);
        }
        return result;
    }
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
        return load_image_descriptor(l, id, emit_offset(l, access->base, offset));
    default:
        leaf = leaf_type(l, id, 1);
        return load_leaf(l, access, &leaf, offset);
    }
}

static void store_type(struct lowering *l, struct access *access, spirv_id id, uint64_t offset,
                       struct matrix_layout matrix, ir_value value) {
    const struct spirv_type *type = type_of(l, id);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeVector:
        leaf = leaf_type(l, type->element, type->count);
        store_leaf(l, access, &leaf, offset, value);
        return;
    case SpvOpTypeMatrix:
        store_matrix(l, access, type, offset, matrix, value);
        return;
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        uint32_t count = part_count(l, type);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t distance;
            struct matrix_layout inner = matrix;
            spirv_id part = part_of(l, type, i, &distance, &inner);
            store_type(l, access, part, offset + distance, inner, emit_extract_value(l, value, i));
        }
        return;
    }
    default:
        leaf = leaf_type(l, id, 1);
        store_leaf(l, access, &leaf, offset, value);
    }
}

ir_value lower_load(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value address,
                    const struct pointer *pointer, bool from_source) {
    if (pointer->interface_variable)
        return lower_interface_load(l, pointer);
    struct access access = begin_access(l, view, address, pointer, from_source, false);
    if (!pointer->strided_vector)
        return load_type(l, &access, type, 0, pointer->matrix);
    const struct spirv_type *column = type_of(l, type);
    return load_strided(l, &access, column->element, column->count, 0, pointer->matrix.stride);
}

void lower_store(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value value,
                 ir_value address, const struct pointer *pointer) {
    if (ir_type_of(l->ir, value) != lower_type(l, type))
        FAIL_INVALID(l, &l->current, "the value is not of the type that the pointer points to");
    struct access access = begin_access(l, view, address, pointer, false, true);
    if (!pointer->strided_vector) {
        store_type(l, &access, type, 0, pointer->matrix, value);
        return;
    }
    const struct spirv_type *column = type_of(l, type);
    store_strided(l, &access, column->element, column->count, 0, pointer->matrix.stride, value);
}
