/* Loads and stores of whole SPIR-V types: an aggregate is split into its leaves. Long arrays are stored in loops. */
#include <stdio.h>
#include <string.h>

#include "translator/lower/budget.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/accesses.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- matrices and strided columns ---- */

/* `count` components that are `stride` bytes apart. */
static ir_value load_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                             uint64_t offset, uint64_t stride) {
    struct leaf_type scalar = leaf_type(l, type_of(l, component));
    ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, scalar.value, count));
    for (uint32_t i = 0; i < count; i++)
        vector = emit_insert_element(l, vector, access_load_leaf(l, access, &scalar, offset + i * stride), i);
    return vector;
}

static void store_strided(struct lowering *l, struct access *access, spirv_id component, uint32_t count,
                          uint64_t offset, uint64_t stride, ir_value vector) {
    struct leaf_type scalar = leaf_type(l, type_of(l, component));
    for (uint32_t i = 0; i < count; i++)
        access_store_leaf(l, access, &scalar, offset + i * stride, emit_extract_element(l, vector, i));
}

static ir_value load_matrix(struct lowering *l, struct access *access, const struct part *part) {
    const struct spirv_type *type = type_of(l, part->type), *column = type_of(l, type->element);
    struct spirv_matrix_steps steps = spirv_matrix_steps(&l->layouts, type, part->matrix);
    struct leaf_type leaf = leaf_type(l, column);
    ir_value result = ir_poison(l->ir, lower_type(l, type->id));
    for (uint32_t i = 0; i < type->count; i++) {
        uint64_t offset = part->offset + i * steps.column;
        ir_value value = part->matrix.row_major
                             ? load_strided(l, access, column->element, column->count, offset, steps.component)
                             : access_load_leaf(l, access, &leaf, offset);
        result = emit_insert_value(l, result, value, i);
    }
    return result;
}

static void store_matrix(struct lowering *l, struct access *access, const struct part *part, ir_value value) {
    const struct spirv_type *type = type_of(l, part->type), *column = type_of(l, type->element);
    struct spirv_matrix_steps steps = spirv_matrix_steps(&l->layouts, type, part->matrix);
    struct leaf_type leaf = leaf_type(l, column);
    for (uint32_t i = 0; i < type->count; i++) {
        uint64_t offset = part->offset + i * steps.column;
        ir_value each = emit_extract_value(l, value, i);
        if (part->matrix.row_major)
            store_strided(l, access, column->element, column->count, offset, steps.component, each);
        else
            access_store_leaf(l, access, &leaf, offset, each);
    }
}

/* ---- long vectors ---- */

enum { COMPONENTS_AT_ONCE = 4 };

/* Whether a vector is accessed in parts, each of which the map makes available or visible. A plain access is one,
 * however long: LLVM divides it as the processor asks. */
static bool is_in_parts(const struct access *access, const struct spirv_type *vector) {
    uint32_t makes =
        access->leaf.write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;
    return vector->opcode == SpvOpTypeVector && vector->count > COMPONENTS_AT_ONCE &&
           access->leaf.operands.mask & makes;
}

/* The components from `first` on that are accessed at once. */
static struct leaf_type part_of_vector(struct lowering *l, const struct leaf_type *whole, uint32_t first) {
    uint32_t left = whole->components - first, count = left < COMPONENTS_AT_ONCE ? left : COMPONENTS_AT_ONCE;
    return (struct leaf_type){.value = ir_type_vector(l->ir, ir_type_get(l->ir, whole->value)->element, count),
                              .memory = ir_type_vector(l->ir, ir_type_get(l->ir, whole->memory)->element, count),
                              .component_bytes = whole->component_bytes,
                              .components = count};
}

static ir_value load_in_parts(struct lowering *l, struct access *access, const struct leaf_type *whole,
                              uint64_t offset) {
    ir_value vector = ir_poison(l->ir, whole->value);
    for (uint32_t first = 0; first < whole->components; first += COMPONENTS_AT_ONCE) {
        struct leaf_type leaf = part_of_vector(l, whole, first);
        spend_part(l);
        ir_value part = access_load_leaf(l, access, &leaf, offset + (uint64_t)first * leaf.component_bytes);
        for (uint32_t i = 0; i < leaf.components; i++)
            vector = emit_insert_element(l, vector, emit_extract_element(l, part, i), first + i);
    }
    return vector;
}

static void store_in_parts(struct lowering *l, struct access *access, const struct leaf_type *whole, uint64_t offset,
                           ir_value vector) {
    for (uint32_t first = 0; first < whole->components; first += COMPONENTS_AT_ONCE) {
        struct leaf_type leaf = part_of_vector(l, whole, first);
        ir_value part = ir_poison(l->ir, leaf.value);
        spend_part(l);
        for (uint32_t i = 0; i < leaf.components; i++)
            part = emit_insert_element(l, part, emit_extract_element(l, vector, first + i), i);
        access_store_leaf(l, access, &leaf, offset + (uint64_t)first * leaf.component_bytes, part);
    }
}

/* ---- long arrays: loops ---- */

bool is_long(struct lowering *l, const struct spirv_type *type) {
    return type->opcode == SpvOpTypeArray && type->length >= LONG_COUNT && type->length <= INT32_MAX &&
           layout_of(l, type->id)->size > LONG_BYTES && !l->target->for_models;
}

struct counted_loop begin_loop(struct lowering *l) {
    struct counted_loop loop = {.before = l->at.open_block, .body = emit_new_block(l), .after = emit_new_block(l)};
    emit_branch(l, loop.body);
    emit_open_block(l, loop.body);
    loop.index = emit_instruction(l, IR_PHI, ir_type_integer(l->ir, 32), NULL, 0);
    loop.phi = l->ir->instruction_count - 1;
    return loop;
}

void end_loop(struct lowering *l, const struct counted_loop *loop, uint64_t count) {
    ir_type type = ir_type_integer(l->ir, 32);
    ir_value next = emit2(l, IR_ADD, type, loop->index, ir_integer(l->ir, type, 1));
    ir_value more = emit_compare(l, IR_ICMP, IR_ULT, next, ir_integer(l->ir, type, count));
    ir_value last = l->at.open_block;
    emit_conditional_branch(l, more, loop->body, loop->after);
    ir_set_operands(l->ir, loop->phi, (uint32_t[]){ir_zero(l->ir, type), loop->before, next, last}, 4);
    emit_open_block(l, loop->after);
}

struct access element_access(struct lowering *l, const struct access *access, const struct part *array,
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

struct part element_part(struct lowering *l, const struct part *array) {
    return (struct part){type_of(l, array->type)->element, 0, array->matrix};
}

/* ---- whole types; recursion is bounded by SPIRV_MAX_NESTING ---- */

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

void spend_part(struct lowering *l) {
    if (l->part_budget % PARTS_AT_A_TIME == 0)
        look_at_parts(l);
    l->part_budget--;
}

uint32_t access_part_count(struct lowering *l, const struct spirv_type *type) {
    uint64_t count = type->opcode == SpvOpTypeStruct ? type->count : type->length;
    if (type->opcode == SpvOpTypeRuntimeArray)
        FAIL_INVALID(l, &l->current, "a runtime array cannot be loaded or stored whole");
    if (count > l->part_budget)
        l->part_budget = 0; /* so that the first part reports it */
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

struct part nth_part(struct lowering *l, const struct part *whole, uint32_t index) {
    const struct spirv_type *type = type_of(l, whole->type);
    if (type->opcode != SpvOpTypeStruct)
        return (struct part){type->element,
                             whole->offset + index * spirv_element_stride(&l->layouts, type, whole->matrix),
                             whole->matrix};
    const struct spirv_member_layout *member = &layout_of(l, whole->type)->members[index];
    return (struct part){type->members[index], whole->offset + member->offset, member->matrix};
}

static ir_value load_parts(struct lowering *l, struct access *access, const struct part *whole) {
    ir_value result = ir_poison(l->ir, lower_type(l, whole->type));
    uint32_t count = access_part_count(l, type_of(l, whole->type));
    for (uint32_t i = 0; i < count; i++) {
        struct part part = nth_part(l, whole, i);
        result = emit_insert_value(l, result, load_part(l, access, &part), i);
    }
    return result;
}

ir_value load_part(struct lowering *l, struct access *access, const struct part *part) {
    const struct spirv_type *type = type_of(l, part->type);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeMatrix:
        return load_matrix(l, access, part);
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return load_parts(l, access, part);
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
    case SpvOpTypeAccelerationStructureKHR:
        return image_load_descriptor(l, part->type, emit_offset(l, access->base, part->offset));
    default:
        leaf = leaf_type(l, type);
        return is_in_parts(access, type) ? load_in_parts(l, access, &leaf, part->offset)
                                         : access_load_leaf(l, access, &leaf, part->offset);
    }
}

static void store_zeros(struct lowering *l, struct access *access, const struct part *array) {
    struct counted_loop loop = begin_loop(l);
    struct access element = element_access(l, access, array, loop.index);
    struct part part = element_part(l, array);
    store_part(l, &element, &part, ir_zero(l->ir, lower_type(l, part.type)));
    end_loop(l, &loop, type_of(l, array->type)->length);
}

/* Private memory needs no annotation: no synchronization orders what no other invocation can reach. And the variables
 * of the first block, some of which are initialized like this, must not be interrupted by a loop. */
static bool is_set_at_once(struct lowering *l, const struct access *access, spirv_id type) {
    return map_is_thread_private(access->leaf.storage_class) &&
           !(access->leaf.operands.mask & SpvMemoryAccessVolatileMask) && layout_of(l, type)->size > LONG_BYTES &&
           !l->target->for_models;
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

static NOINLINE bool store_long_zero(struct lowering *l, struct access *access, const struct part *part) {
    const struct spirv_type *type = type_of(l, part->type);
    if (is_set_at_once(l, access, part->type))
        set_to_zero(l, emit_offset(l, access->base, part->offset), spirv_part_size(&l->layouts, type, part->matrix));
    else if (is_long(l, type))
        store_zeros(l, access, part);
    else
        return false;
    return true;
}

static void store_parts(struct lowering *l, struct access *access, const struct part *whole, ir_value value) {
    bool zero = ir_value_get(l->ir, value)->kind == IR_VALUE_ZERO;
    if (zero && store_long_zero(l, access, whole))
        return;
    uint32_t count = access_part_count(l, type_of(l, whole->type));
    for (uint32_t i = 0; i < count; i++) {
        struct part part = nth_part(l, whole, i);
        store_part(l, access, &part, zero ? ir_zero(l->ir, lower_type(l, part.type)) : emit_extract_value(l, value, i));
    }
}

void store_part(struct lowering *l, struct access *access, const struct part *part, ir_value value) {
    const struct spirv_type *type = type_of(l, part->type);
    struct leaf_type leaf;
    spend_part(l);
    switch (type->opcode) {
    case SpvOpTypeMatrix:
        store_matrix(l, access, part, value);
        return;
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        store_parts(l, access, part, value);
        return;
    default:
        leaf = leaf_type(l, type);
        if (is_in_parts(access, type))
            store_in_parts(l, access, &leaf, part->offset, value);
        else
            access_store_leaf(l, access, &leaf, part->offset, value);
    }
}

/* ---- through a pointer ---- */

ir_value lower_load(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value address,
                    const struct pointer *pointer, bool from_source) {
    if (pointer->interface_variable)
        return lower_interface_load(l, pointer);
    struct access access;
    begin_access(l, view, address, pointer, from_source, false, &access);
    if (!pointer->strided_vector)
        return load_part(l, &access, &(struct part){type, 0, pointer->matrix});
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
        if (!is_aggregate || indexes[i] >= access_part_count(l, type))
            FAIL_INVALID(l, &l->current, "index %u does not exist in the composite", indexes[i]);
        part = nth_part(l, &part, indexes[i]);
    }
    ir_value value = load_part(l, &access, &part);
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
        store_part(l, &access, &(struct part){type, 0, pointer->matrix}, value);
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
    return access_load_leaf(l, &access, &leaf, 0);
}

void lower_store_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address, uint32_t bytes,
                            ir_value value, uint32_t component_bytes) {
    struct access access = begin_components(l, view, address, bytes, true);
    struct leaf_type leaf = components_type(ir_type_of(l->ir, value), bytes, component_bytes);
    access_store_leaf(l, &access, &leaf, 0, value);
}
