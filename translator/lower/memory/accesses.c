/* Loads and stores of whole SPIR-V types. An aggregate is split into its leaves, scalars and vectors; the memory map
 * says which IR operations each leaf becomes (mapping.md 3, 8 and 10), and this file spells them. */
#include <stdio.h>
#include <string.h>

#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* A load or store while it is split. */
struct access {
    struct map_leaf leaf; /* the current leaf; only its widths and alignment change */
    ir_value base;
    uint32_t alignment; /* proven, of `base`; 0: the type's scalar alignment */
    bool has_bounds;
    struct bounds bounds;
    const struct mapped_operation *operations; /* the map's answer about the current leaf: its pieces */
    uint32_t operation_count;
    uint32_t
        made_count; /* operations before a load's, or behind a store's, that make its scalars visible or available */
    struct mapped_operations answer; /* its memory, if it is not in l->known_leaves */
};

/* A scalar or vector in memory. */
struct leaf_type {
    ir_type value;  /* as SPIR-V's value: booleans are i1 */
    ir_type memory; /* as it lies in memory: booleans are i8 */
    uint32_t component_bytes, components;
};

static bool is_power_of_two(uint32_t value) {
    return value && (value & (value - 1)) == 0;
}

/* ---- what is known of the address ---- */

static uint32_t scalar_alignment(struct lowering *l, const struct access *access, uint32_t component_bytes) {
    bool buffer =
        access->leaf.address_space == ADDRESS_SPACE_GLOBAL || access->leaf.address_space == ADDRESS_SPACE_CONSTANT;
    if (buffer && component_bytes > l->buffer_alignment)
        return l->buffer_alignment;
    return component_bytes;
}

static inline void begin_access(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                                const struct pointer *pointer, bool from_source, bool write, struct access *access) {
    access->base = address;
    access->alignment = pointer->alignment;
    memset(&access->leaf, 0, sizeof access->leaf); /* it is compared whole */
    access->leaf.write = write;
    access->leaf.storage_class = from_source ? view->source_storage_class : view->storage_class;
    access->leaf.address_space = pointer_space_of(l, address);
    access->leaf.operands = map_effective_operands(&l->map, view, write);
    access->has_bounds = bounds_apply(l, access->leaf.storage_class);
    if (access->has_bounds)
        access->bounds = bounds_of(l, from_source ? view->source : view->pointer);
    if (is_power_of_two(access->leaf.operands.alignment) && access->leaf.operands.alignment > access->alignment)
        access->alignment = access->leaf.operands.alignment;
}

enum { PARTS_AT_A_TIME = 256 };

/* Checks the budget and counts the work, once for so many parts. */
static NOINLINE void look_at_parts(struct lowering *l) {
    if (!l->part_budget)
        budget_spend(
            l, 1,
            "whole arrays are loaded or stored that split into too many accesses; copy them element by element in "
            "a loop");
    mmra_work(&l->watch, PARTS_AT_A_TIME);
}

/* Every part counts, not only leaves: an array of a billion empty structs has no leaf. */
static void spend_part(struct lowering *l) {
    if (l->part_budget % PARTS_AT_A_TIME == 0)
        look_at_parts(l);
    l->part_budget--;
}

static struct leaf_type leaf_type(struct lowering *l, const struct spirv_type *type) {
    const struct lowered_type *known = lowered_type_of(l, type->id);
    bool is_matrix = type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX;
    bool is_vector = type->opcode == SpvOpTypeVector || is_matrix;
    const struct spirv_layout *layout = layout_of(l, type->id);
    if (!known->value || !known->memory) {
        lower_type(l, type->id);
        lower_memory_type(l, type->id);
    }
    return (struct leaf_type){.value = known->value,
                              .memory = known->memory,
                              .component_bytes = (uint32_t)(is_vector ? layout->stride : layout->size),
                              .components = is_matrix   ? (uint32_t)(layout->size / layout->stride)
                                            : is_vector ? type->count
                                                        : 1};
}

static uint32_t leaf_bytes(const struct access *access) {
    return access->leaf.component_bytes * access->leaf.components;
}

/* Profile draft: one plain access, before or behind operations on its scalars. */
static void take_apart(struct access *access) {
    const struct mapped_operations *answer = &access->answer;
    uint8_t kind = answer->operations[access->leaf.write ? answer->count - 1 : 0].kind;
    if (kind != MAPPED_MAKE_POINTER_AVAILABLE && kind != MAPPED_MAKE_POINTER_VISIBLE)
        return;
    access->made_count = answer->count - 1;
    access->operations = &answer->operations[access->leaf.write ? 0 : access->made_count];
    access->operation_count = 1;
}

/* Asks the map about the leaf at `offset` bytes. Most accesses are like the one before, and the map is a pure function:
 * its last answer of one operation is kept for loads and for stores, of scalars and of vectors. Without that a
 * translation takes 2 % more instructions. */
static void map_leaf_at(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset) {
    access->leaf.component_bytes = type->component_bytes;
    access->leaf.components = type->components;
    access->leaf.alignment = access->alignment ? pointer_alignment_at(access->alignment, offset)
                                               : scalar_alignment(l, access, access->leaf.component_bytes);
    struct known_leaf *known = &l->known_leaves[access->leaf.write + 2 * (access->leaf.components > 1)];
    access->operations = &known->operation;
    access->operation_count = 1;
    access->made_count = 0;
    if (memcmp(&known->leaf, &access->leaf, sizeof known->leaf) == 0)
        return;
    map_access(&l->map, &access->leaf, &access->answer);
    if (access->answer.unsupported)
        FAIL_UNSUPPORTED(l, &l->current, "%s", access->answer.unsupported);
    access->operations = access->answer.operations;
    access->operation_count = access->answer.count;
    take_apart(access);
    if (access->answer.count == 1)
        *known = (struct known_leaf){access->leaf, access->answer.operations[0]};
}

/* ---- spelling one operation ---- */

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

/* As wide as the type, which is no pointer. */
static ir_type integer_like(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    if (info->kind != IR_TYPE_VECTOR)
        return type;
    return ir_type_integer(l->ir, (uint32_t)info->count * ir_type_get(l->ir, info->element)->width);
}

/* A pointer is only ever converted to an integer and from one; vectors (of integers) are bits of that integer. */
static NOINLINE ir_value cast(struct lowering *l, ir_value value, ir_type type) {
    ir_type from = ir_type_of(l->ir, value);
    bool from_pointer = ir_type_get(l->ir, from)->kind == IR_TYPE_POINTER;
    bool to_pointer = ir_type_get(l->ir, type)->kind == IR_TYPE_POINTER;
    if (from_pointer == to_pointer)
        return emit1(l, IR_BITCAST, type, value);
    ir_type integer = integer_like(l, to_pointer ? from : type);
    if (from_pointer)
        value = emit1(l, IR_PTRTOINT, integer, value);
    else if (from != integer)
        value = emit1(l, IR_BITCAST, integer, value);
    if (to_pointer)
        return emit1(l, IR_INTTOPTR, type, value);
    return integer == type ? value : emit1(l, IR_BITCAST, type, value);
}

/* Between types of the same width; pointers and integers included. */
static inline ir_value retype(struct lowering *l, ir_value value, ir_type type) {
    return ir_type_of(l->ir, value) == type ? value : cast(l, value, type);
}

/* The type in which a whole leaf (`whole`) or a piece of it is moved by this operation. */
static inline ir_type piece_type(struct lowering *l, const struct mapped_operation *operation, ir_type leaf,
                                 bool whole) {
    bool plain = operation->kind == MAPPED_LOAD || operation->kind == MAPPED_STORE;
    if (operation->kind == MAPPED_AV_LOAD || operation->kind == MAPPED_AV_STORE)
        return av_type(l, operation->bytes);
    if (whole && (plain || is_first_class_atomic(l, leaf)))
        return leaf;
    return ir_type_integer(l->ir, operation->bytes * 8);
}

static ir_value emit_piece_load(struct lowering *l, const struct mapped_operation *operation, ir_value address,
                                ir_type type) {
    if (operation->kind == MAPPED_AV_LOAD) {
        uint32_t space = ir_type_get(l->ir, ir_type_of(l->ir, address))->width;
        ir_value arguments[2] = {address, emit_scope_operand(l, operation->scope)};
        ir_value result = emit_intrinsic(l, av_name(l, operation, space), type, arguments, 2, IR_FUNCTION_NOUNWIND);
        annotate_operation(l, operation);
        return result;
    }
    ir_value result = emit1(l, IR_LOAD, type, address);
    annotate_operation(l, operation);
    return result;
}

static void emit_piece_store(struct lowering *l, const struct mapped_operation *operation, ir_value address,
                             ir_value value) {
    helpers_check_write(l, pointer_space_of(l, address));
    if (operation->kind == MAPPED_AV_STORE) {
        uint32_t space = ir_type_get(l->ir, ir_type_of(l->ir, address))->width;
        ir_value arguments[3] = {address, value, emit_scope_operand(l, operation->scope)};
        emit_intrinsic(l, av_name(l, operation, space), 0, arguments, 3, IR_FUNCTION_NOUNWIND);
    } else {
        emit2(l, IR_STORE, 0, value, address);
    }
    annotate_operation(l, operation);
}

/* ---- one leaf ---- */

/* The pieces are joined in one integer as wide as the leaf, lowest address lowest. */
static ir_value load_pieces(struct lowering *l, const struct access *access, ir_value base, uint64_t offset) {
    ir_type whole = ir_type_integer(l->ir, leaf_bytes(access) * 8);
    ir_value joined = 0;
    for (uint32_t i = 0; i < access->operation_count; i++) {
        const struct mapped_operation *piece = &access->operations[i];
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

static void store_pieces(struct lowering *l, const struct access *access, ir_value base, uint64_t offset,
                         ir_value value) {
    ir_type whole = ir_type_integer(l->ir, leaf_bytes(access) * 8);
    value = retype(l, value, whole);
    for (uint32_t i = 0; i < access->operation_count; i++) {
        const struct mapped_operation *piece = &access->operations[i];
        ir_value part = value;
        if (piece->offset)
            part = emit2(l, IR_LSHR, whole, part, ir_integer(l->ir, whole, piece->offset * 8));
        part = emit1(l, IR_TRUNC, ir_type_integer(l->ir, piece->bytes * 8), part);
        part = retype(l, part, piece_type(l, piece, 0, false));
        emit_piece_store(l, piece, emit_offset(l, base, offset + piece->offset), part);
    }
}

/* `made`: the first of the operations that make the leaf's scalars available or visible. */
static void make_scalars(struct lowering *l, const struct access *access, const struct mapped_operation *made,
                         ir_value base, uint64_t offset) {
    for (uint32_t i = 0; i < access->made_count; i++)
        emit_making(l, &made[i], emit_offset(l, base, offset + made[i].offset));
}

static bool is_whole(const struct access *access) {
    return access->operation_count == 1 && access->operations[0].bytes == leaf_bytes(access);
}

static ir_value load_mapped(struct lowering *l, const struct access *access, ir_value base, uint64_t offset,
                            const struct leaf_type *type) {
    const struct mapped_operation *operation = access->operations;
    make_scalars(l, access, operation - access->made_count, base, offset);
    if (!is_whole(access))
        return retype(l, load_pieces(l, access, base, offset), type->memory);
    ir_type moved = piece_type(l, operation, type->memory, true);
    return retype(l, emit_piece_load(l, operation, emit_offset(l, base, offset), moved), type->memory);
}

static void store_mapped(struct lowering *l, const struct access *access, ir_value base, uint64_t offset,
                         const struct leaf_type *type, ir_value value) {
    const struct mapped_operation *operation = access->operations;
    if (!is_whole(access)) {
        store_pieces(l, access, base, offset, value);
        return;
    }
    value = retype(l, value, piece_type(l, operation, type->memory, true));
    emit_piece_store(l, operation, emit_offset(l, base, offset), value);
    make_scalars(l, access, operation + 1, base, offset);
}

/* mapping.md 10: address space 7 is only for plain accesses. */
static bool goes_through_resource(struct lowering *l, const struct access *access) {
    uint8_t kind = access->operations[0].kind;
    return bounds_by_resource(l) && access->operation_count == 1 && !access->made_count &&
           (kind == MAPPED_LOAD || kind == MAPPED_STORE);
}

static ir_value load_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset) {
    map_leaf_at(l, access, type, offset);
    ir_value value;
    if (!access->has_bounds) {
        value = load_mapped(l, access, access->base, offset, type);
    } else if (goes_through_resource(l, access)) {
        ir_value pointer = bounds_resource_pointer(l, &access->bounds, emit_offset(l, access->base, offset));
        value = load_mapped(l, access, pointer, 0, type);
    } else {
        ir_value address = emit_offset(l, access->base, offset);
        struct guard guard = bounds_guard_open(l, &access->bounds, address, leaf_bytes(access));
        value = bounds_guard_close(l, &guard, load_mapped(l, access, access->base, offset, type));
    }
    return type->value == type->memory ? value : emit1(l, IR_TRUNC, type->value, value);
}

static void store_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                       ir_value value) {
    map_leaf_at(l, access, type, offset);
    if (type->value != type->memory)
        value = emit1(l, IR_ZEXT, type->memory, value);
    if (!access->has_bounds) {
        store_mapped(l, access, access->base, offset, type, value);
    } else if (goes_through_resource(l, access)) {
        ir_value pointer = bounds_resource_pointer(l, &access->bounds, emit_offset(l, access->base, offset));
        store_mapped(l, access, pointer, 0, type, value);
    } else {
        ir_value address = emit_offset(l, access->base, offset);
        struct guard guard = bounds_guard_open(l, &access->bounds, address, leaf_bytes(access));
        store_mapped(l, access, access->base, offset, type, value);
        bounds_guard_close(l, &guard, 0);
    }
}

/* ---- matrices and strided columns ---- */

/* `count` components that are `stride` bytes apart. */
static ir_value load_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                             uint64_t offset, uint64_t stride) {
    struct leaf_type scalar = leaf_type(l, type_of(l, component));
    ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, scalar.value, count));
    for (uint32_t i = 0; i < count; i++)
        vector = emit_insert_element(l, vector, load_leaf(l, access, &scalar, offset + i * stride), i);
    return vector;
}

static void store_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                          uint64_t offset, uint64_t stride, ir_value vector) {
    struct leaf_type scalar = leaf_type(l, type_of(l, component));
    for (uint32_t i = 0; i < count; i++)
        store_leaf(l, access, &scalar, offset + i * stride, emit_extract_element(l, vector, i));
}

static ir_value load_matrix(struct lowering *l, struct access *access, const struct spirv_type *type, uint64_t offset,
                            struct spirv_matrix_layout matrix) {
    const struct spirv_type *column = type_of(l, type->element);
    struct spirv_matrix_steps steps = spirv_matrix_steps(&l->layouts, type, matrix);
    struct leaf_type leaf = leaf_type(l, column);
    ir_value result = ir_poison(l->ir, lower_type(l, type->id));
    for (uint32_t i = 0; i < type->count; i++) {
        ir_value value = matrix.row_major ? load_strided(l, access, column->element, column->count,
                                                         offset + i * steps.column, steps.component)
                                          : load_leaf(l, access, &leaf, offset + i * steps.column);
        result = emit_insert_value(l, result, value, i);
    }
    return result;
}

static void store_matrix(struct lowering *l, struct access *access, const struct spirv_type *type, uint64_t offset,
                         struct spirv_matrix_layout matrix, ir_value value) {
    const struct spirv_type *column = type_of(l, type->element);
    struct spirv_matrix_steps steps = spirv_matrix_steps(&l->layouts, type, matrix);
    struct leaf_type leaf = leaf_type(l, column);
    for (uint32_t i = 0; i < type->count; i++) {
        ir_value part = emit_extract_value(l, value, i);
        if (matrix.row_major)
            store_strided(l, access, column->element, column->count, offset + i * steps.column, steps.component, part);
        else
            store_leaf(l, access, &leaf, offset + i * steps.column, part);
    }
}

/* ---- long arrays: loops ---- */

enum { LONG_BYTES = 1024, LONG_COUNT = 16 }; /* of more bytes, with at least as many elements */

static bool is_long(struct lowering *l, const struct spirv_type *type) {
    return type->opcode == SpvOpTypeArray && type->length >= LONG_COUNT && type->length <= INT32_MAX &&
           layout_of(l, type->id)->size > LONG_BYTES;
}

static bool is_zero(struct lowering *l, ir_value value) {
    return ir_value_get(l->ir, value)->kind == IR_VALUE_ZERO;
}

/* for (index = 0; index < count; index++), while its body is open. */
struct counted_loop {
    ir_value before, body, after, index;
    uint32_t phi;
};

static struct counted_loop begin_loop(struct lowering *l) {
    struct counted_loop loop = {.before = l->at.open_block, .body = emit_new_block(l), .after = emit_new_block(l)};
    emit_branch(l, loop.body);
    emit_open_block(l, loop.body);
    loop.index = emit_instruction(l, IR_PHI, ir_type_integer(l->ir, 32), NULL, 0);
    loop.phi = l->ir->instruction_count - 1;
    return loop;
}

static void end_loop(struct lowering *l, const struct counted_loop *loop, uint64_t count) {
    ir_type type = ir_type_integer(l->ir, 32);
    ir_value next = emit2(l, IR_ADD, type, loop->index, ir_integer(l->ir, type, 1));
    ir_value more = emit_compare(l, IR_ICMP, IR_ULT, next, ir_integer(l->ir, type, count));
    ir_value last = l->at.open_block;
    emit_conditional_branch(l, more, loop->body, loop->after);
    ir_set_operands(l->ir, loop->phi, (uint32_t[]){ir_zero(l->ir, type), loop->before, next, last}, 4);
    emit_open_block(l, loop->after);
}

/* A part of what is accessed: its type, its distance from the base of the access, and its matrix layout. */
struct part {
    spirv_id type;
    uint64_t offset;
    struct spirv_matrix_layout matrix;
};

/* The access to element `index` of an array. */
static struct access element_access(struct lowering *l, const struct access *access, const struct part *array,
                                    ir_value index) {
    uint64_t stride = spirv_element_stride(&l->layouts, type_of(l, array->type), array->matrix);
    ir_type byte = ir_type_integer(l->ir, 8);
    struct access element = *access;
    element.base = emit_address(l, stride == 1 ? byte : ir_type_array(l->ir, byte, stride),
                                emit_offset(l, access->base, array->offset), index);
    if (element.alignment)
        element.alignment = pointer_alignment_at(pointer_alignment_at(element.alignment, array->offset), stride);
    return element;
}

/* ---- whole types; recursion is bounded by SPIRV_MAX_NESTING ---- */

/* Part `index` of an aggregate: its type, its distance from the aggregate's address, and its matrix layout. */
static spirv_id part_of(struct lowering *l, const struct spirv_type *type, uint32_t index, uint64_t *offset,
                        struct spirv_matrix_layout *matrix) {
    const struct spirv_layout *layout = layout_of(l, type->id);
    if (type->opcode != SpvOpTypeStruct) {
        *offset = index * spirv_element_stride(&l->layouts, type, *matrix);
        return type->element;
    }
    *offset = layout->members[index].offset;
    *matrix = layout->members[index].matrix;
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
                          struct spirv_matrix_layout matrix) {
    const struct spirv_type *type = type_of(l, id);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeMatrix:
        return load_matrix(l, access, type, offset, matrix);
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        ir_value result = ir_poison(l->ir, lower_type(l, id));
        uint32_t count = part_count(l, type);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t distance;
            struct spirv_matrix_layout inner = matrix;
            spirv_id part = part_of(l, type, i, &distance, &inner);
            result = emit_insert_value(l, result, load_type(l, access, part, offset + distance, inner), i);
        }
        return result;
    }
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
    case SpvOpTypeAccelerationStructureKHR:
        return image_load_descriptor(l, id, emit_offset(l, access->base, offset));
    default:
        leaf = leaf_type(l, type);
        return load_leaf(l, access, &leaf, offset);
    }
}

static void store_type(struct lowering *l, struct access *access, spirv_id id, uint64_t offset,
                       struct spirv_matrix_layout matrix, ir_value value);

static void store_zeros(struct lowering *l, struct access *access, const struct spirv_type *array, uint64_t offset,
                        struct spirv_matrix_layout matrix) {
    struct counted_loop loop = begin_loop(l);
    struct access element = element_access(l, access, &(struct part){array->id, offset, matrix}, loop.index);
    store_type(l, &element, array->element, 0, matrix, ir_zero(l->ir, lower_type(l, array->element)));
    end_loop(l, &loop, array->length);
}

/* Private memory needs no annotation: no synchronization orders what no other invocation can reach. And the variables
 * of the first block, some of which are initialized like this, must not be interrupted by a loop. */
static bool is_set_at_once(struct lowering *l, const struct access *access, spirv_id type) {
    return map_is_thread_private(access->leaf.storage_class) &&
           !(access->leaf.operands.mask & SpvMemoryAccessVolatileMask) && layout_of(l, type)->size > LONG_BYTES;
}

static void set_to_zero(struct lowering *l, ir_value address, uint64_t bytes) {
    ir_type byte = ir_type_integer(l->ir, 8), size = ir_type_integer(l->ir, 64), boolean = ir_type_integer(l->ir, 1);
    ir_value arguments[4] = {address, ir_zero(l->ir, byte), ir_integer(l->ir, size, bytes),
                             ir_integer(l->ir, boolean, 0)};
    char name[32];
    snprintf(name, sizeof name, "llvm.memset.p%u.i64", ir_type_get(l->ir, ir_type_of(l->ir, address))->width);
    emit_intrinsic(l, arena_copy_string(l->arena, name, strlen(name)), 0, arguments, 4,
                   IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
}

static NOINLINE bool store_long_zero(struct lowering *l, struct access *access, const struct spirv_type *type,
                                     uint64_t offset, struct spirv_matrix_layout matrix) {
    if (is_set_at_once(l, access, type->id))
        set_to_zero(l, emit_offset(l, access->base, offset), spirv_part_size(&l->layouts, type, matrix));
    else if (is_long(l, type))
        store_zeros(l, access, type, offset, matrix);
    else
        return false;
    return true;
}

static void store_type(struct lowering *l, struct access *access, spirv_id id, uint64_t offset,
                       struct spirv_matrix_layout matrix, ir_value value) {
    const struct spirv_type *type = type_of(l, id);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeMatrix:
        store_matrix(l, access, type, offset, matrix, value);
        return;
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        if (is_zero(l, value) && store_long_zero(l, access, type, offset, matrix))
            return;
        uint32_t count = part_count(l, type);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t distance;
            struct spirv_matrix_layout inner = matrix;
            spirv_id part = part_of(l, type, i, &distance, &inner);
            ir_value member = is_zero(l, value) ? ir_zero(l->ir, lower_type(l, part)) : emit_extract_value(l, value, i);
            store_type(l, access, part, offset + distance, inner, member);
        }
        return;
    }
    default:
        leaf = leaf_type(l, type);
        store_leaf(l, access, &leaf, offset, value);
    }
}

/* ---- copies ---- */

/* How a copy goes about its parts. If the source and the target may overlap and lie in the same way, the part that lies
 * highest is the first if the target lies higher, and else the last. */
enum copy_order { COPY_APART, COPY_WHOLE, COPY_UPWARD, COPY_DOWNWARD };

/* Whether the members of a struct lie in memory in the order of their numbers. */
static bool is_in_order(struct lowering *l, const struct spirv_type *type) {
    const struct spirv_layout *layout = layout_of(l, type->id);
    for (uint32_t i = 1; type->opcode == SpvOpTypeStruct && i < type->count; i++)
        if (layout->members[i].offset < layout->members[i - 1].offset)
            return false;
    return true;
}

/* A value that is no aggregate of equal parts, or has no order, is read whole before it is written. */
static bool is_copied_in_parts(struct lowering *l, const struct part *source, const struct part *target,
                               enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type);
    if (order == COPY_WHOLE || (type->opcode != SpvOpTypeArray && type->opcode != SpvOpTypeStruct))
        return false;
    return type_of(l, source->type)->opcode == type->opcode && (order == COPY_APART || is_in_order(l, type));
}

static void copy_type(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                      const struct part *target, enum copy_order order);

static void copy_in_loop(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                         const struct part *target, enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type);
    struct counted_loop loop = begin_loop(l);
    ir_type number = ir_type_integer(l->ir, 32);
    ir_value index = loop.index;
    if (order == COPY_DOWNWARD)
        index = emit2(l, IR_SUB, number, ir_integer(l->ir, number, type->length - 1), index);
    struct access from_element = element_access(l, from, source, index);
    struct access to_element = element_access(l, to, target, index);
    copy_type(l, &from_element, &to_element, &(struct part){type_of(l, source->type)->element, 0, source->matrix},
              &(struct part){type->element, 0, target->matrix}, order);
    end_loop(l, &loop, type->length);
}

static struct part nth_part(struct lowering *l, const struct part *whole, uint32_t index) {
    struct part part = *whole;
    uint64_t distance;
    part.type = part_of(l, type_of(l, whole->type), index, &distance, &part.matrix);
    part.offset += distance;
    return part;
}

/* Copies part by part, and a long array in a loop. The types are equal except for their decorations. */
static void copy_type(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                      const struct part *target, enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type), *source_type = type_of(l, source->type);
    if (!is_copied_in_parts(l, source, target, order)) {
        if (lower_type(l, source->type) != lower_type(l, target->type))
            FAIL_INVALID(l, &l->current, "the operand and the result do not match part by part");
        store_type(l, to, target->type, target->offset, target->matrix,
                   load_type(l, from, source->type, source->offset, source->matrix));
        return;
    }
    spend_part(l);
    uint32_t count = part_count(l, type);
    if (count != part_count(l, source_type))
        FAIL_INVALID(l, &l->current, "the operand and the result do not match part by part");
    if (is_long(l, type)) {
        copy_in_loop(l, from, to, source, target, order);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = order == COPY_DOWNWARD ? count - 1 - i : i;
        struct part from_part = nth_part(l, source, index), to_part = nth_part(l, target, index);
        copy_type(l, from, to, &from_part, &to_part, order);
    }
}

/* Whether a copy of the type has a loop. */
static bool has_long_array(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    spend_part(l);
    if (is_long(l, type))
        return true;
    for (uint32_t i = 0; type->opcode == SpvOpTypeStruct && i < type->count; i++)
        if (has_long_array(l, type->members[i]))
            return true;
    return type->opcode == SpvOpTypeArray && has_long_array(l, type->element);
}

bool memory_is_long(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    return (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeStruct) && layout_of(l, id)->size > LONG_BYTES;
}

/* The variable that a pointer is a part of; 0: it comes from elsewhere, from one of an array of buffers, or from far.
 */
static spirv_id variable_of(struct lowering *l, spirv_id pointer) {
    enum { LONGEST_WAY = 64 };
    for (uint32_t i = 0; i < LONGEST_WAY; i++) {
        struct spirv_instruction in = spirv_defining(l->spirv, pointer);
        if (in.opcode == SpvOpVariable)
            return pointer_of(l, pointer)->descriptor_array ? 0 : pointer;
        if (in.opcode != SpvOpAccessChain && in.opcode != SpvOpInBoundsAccessChain && in.opcode != SpvOpCopyObject)
            return 0;
        pointer = in.operands[0];
    }
    return 0;
}

/* Whether it, or a member of its block, is decorated Aliased. */
static bool may_be_alias(struct lowering *l, spirv_id variable) {
    const struct spirv_type *block = type_of(l, type_of_operand(l, variable)->element);
    bool found = spirv_find_decoration(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationAliased);
    mmra_work(&l->watch, block->opcode == SpvOpTypeStruct ? block->count : 0);
    for (uint32_t i = 0; block->opcode == SpvOpTypeStruct && i < block->count; i++)
        found |= spirv_find_decoration(l->spirv, block->id, i, SpvDecorationAliased) != NULL;
    return found;
}

/* Memory of one invocation overlaps no other memory, nor does what is never written. Two variables are no aliases
 * unless both are Aliased (SPIR-V 2.18.2). Two places of one type in the same memory are the same place or disjoint, as
 * a type is no part of itself; untyped pointers may be to any place. */
static bool is_apart(struct lowering *l, spirv_id source, spirv_id target) {
    const struct spirv_type *from = type_of_operand(l, source), *to = type_of_operand(l, target);
    if (map_is_thread_private(from->storage_class) || map_is_thread_private(to->storage_class) ||
        (from->storage_class == SpvStorageClassWorkgroup) != (to->storage_class == SpvStorageClassWorkgroup) ||
        type_address_space(l, from) == ADDRESS_SPACE_CONSTANT)
        return true;
    spirv_id first = variable_of(l, source), second = variable_of(l, target);
    if (first && first == second)
        return !from->is_untyped && !to->is_untyped;
    return first && second && (!may_be_alias(l, first) || !may_be_alias(l, second));
}

/* Whether each part goes as far as every other. */
static bool is_move(const struct access *from, const struct access *to, const struct part *source,
                    const struct part *target) {
    return from->leaf.address_space == to->leaf.address_space && source->type == target->type &&
           source->matrix.row_major == target->matrix.row_major && source->matrix.stride == target->matrix.stride;
}

/* Neither OpLoad and OpStore nor OpCopyMemory demand that the memory does not overlap (SPIR-V 3.49.8). So all of it is
 * read before it is written, or no part is written where a later one is read. */
static void copy_overlapping(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                             const struct part *target) {
    ir_value down = emit_new_block(l), up = emit_new_block(l), after = emit_new_block(l);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_ULT, from->base, to->base), down, up);
    emit_open_block(l, down);
    copy_type(l, from, to, source, target, COPY_DOWNWARD);
    emit_branch(l, after);
    emit_open_block(l, up);
    copy_type(l, from, to, source, target, COPY_UPWARD);
    emit_branch(l, after);
    emit_open_block(l, after);
}

void lower_copy(struct lowering *l, const struct copy_half *source, const struct copy_half *target) {
    struct access from, to;
    struct part from_part = {source->type, 0, source->pointer->matrix};
    struct part to_part = {target->type, 0, target->pointer->matrix};
    begin_access(l, source->view, source->address, source->pointer, source->from_source, false, &from);
    begin_access(l, target->view, target->address, target->pointer, false, true, &to);
    if (is_apart(l, source->from_source ? source->view->source : source->view->pointer, target->view->pointer))
        copy_type(l, &from, &to, &from_part, &to_part, COPY_APART);
    else if (is_move(&from, &to, &from_part, &to_part) && has_long_array(l, source->type))
        copy_overlapping(l, &from, &to, &from_part, &to_part);
    else
        copy_type(l, &from, &to, &from_part, &to_part, COPY_WHOLE);
}

ir_value lower_load(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value address,
                    const struct pointer *pointer, bool from_source) {
    if (pointer->interface_variable)
        return lower_interface_load(l, pointer);
    struct access access;
    begin_access(l, view, address, pointer, from_source, false, &access);
    if (!pointer->strided_vector)
        return load_type(l, &access, type, 0, pointer->matrix);
    const struct spirv_type *column = type_of(l, type);
    return load_strided(l, &access, column->element, column->count, 0, pointer->matrix.stride);
}

ir_value lower_load_part(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                         const struct pointer *pointer, const uint32_t *indexes, uint32_t count) {
    struct part part = {view->pointee, 0, pointer->matrix};
    struct access access;
    uint32_t i = 0;
    begin_access(l, view, address, pointer, false, false, &access);
    for (; i < count && type_of(l, part.type)->opcode != SpvOpTypeVector &&
           type_of(l, part.type)->opcode != SpvOpTypeMatrix;
         i++) {
        const struct spirv_type *type = type_of(l, part.type);
        bool is_aggregate = type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeStruct;
        uint64_t distance;
        if (!is_aggregate || indexes[i] >= part_count(l, type))
            FAIL_INVALID(l, &l->current, "index %u does not exist in the composite", indexes[i]);
        part.type = part_of(l, type, indexes[i], &distance, &part.matrix);
        part.offset += distance;
    }
    ir_value value = load_type(l, &access, part.type, part.offset, part.matrix);
    for (; i < count; i++)
        value = ir_type_get(l->ir, ir_type_of(l->ir, value))->kind == IR_TYPE_VECTOR
                    ? emit_extract_element(l, value, indexes[i])
                    : emit_extract_value(l, value, indexes[i]);
    return value;
}

void lower_store(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value value,
                 ir_value address, const struct pointer *pointer) {
    if (ir_type_of(l->ir, value) != lower_type(l, type))
        FAIL_INVALID(l, &l->current, "the value is not of the type that the pointer points to");
    struct access access;
    begin_access(l, view, address, pointer, false, true, &access);
    if (!pointer->strided_vector) {
        store_type(l, &access, type, 0, pointer->matrix, value);
        return;
    }
    const struct spirv_type *column = type_of(l, type);
    store_strided(l, &access, column->element, column->count, 0, pointer->matrix.stride, value);
}

/* ---- parts of cooperative matrices ---- */

static struct access begin_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                                      uint32_t alignment, bool write) {
    struct access access;
    bool from_source = view->kind == SPIRV_MEMORY_COPY && !write;
    begin_access(l, view, address, &(struct pointer){.alignment = alignment}, from_source, write, &access);
    spend_part(l);
    return access;
}

static struct leaf_type components_type(ir_type type, uint32_t bytes, uint32_t component_bytes) {
    return (struct leaf_type){type, type, component_bytes, bytes / component_bytes};
}

ir_value lower_load_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                               uint32_t bytes, ir_type type, uint32_t component_bytes) {
    struct access access = begin_components(l, view, address, bytes, false);
    struct leaf_type leaf = components_type(type, bytes, component_bytes);
    return load_leaf(l, &access, &leaf, 0);
}

void lower_store_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address, uint32_t bytes,
                            ir_value value, uint32_t component_bytes) {
    struct access access = begin_components(l, view, address, bytes, true);
    struct leaf_type leaf = components_type(ir_type_of(l->ir, value), bytes, component_bytes);
    store_leaf(l, &access, &leaf, 0, value);
}
