/* Loads and stores of leaves, scalars and vectors: the memory map says which IR operations each becomes (mapping.md 3,
 * 8 and 10), and this file spells them. */
#include <string.h>

#include "spirv/later.h"
#include "translator/lower/functions/driver_kernel.h"
#include "translator/lower/memory/accesses.h"
#include "translator/lower/memory/resources.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

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

static const uint32_t shared_access = SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask |
                                      SpvMemoryAccessNonPrivatePointerMask | SpvMemoryAccessVolatileMask;

void begin_access(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                  const struct pointer *pointer, bool from_source, bool write, struct access *access) {
    access->base = address;
    access->alignment = pointer->alignment;
    memset(&access->leaf, 0, sizeof access->leaf); /* it is compared whole */
    access->leaf.write = write;
    access->leaf.storage_class = from_source ? view->source_storage_class : view->storage_class;
    access->leaf.address_space = pointer_memory_of(l, pointer, address);
    access->leaf.operands = map_effective_operands(&l->map, view, write);
    if (l->target->for_models) /* plain, so that it stays one access for each scalar */
        access->leaf.operands.mask &= ~shared_access;
    access->has_bounds = bounds_apply(l, access->leaf.storage_class);
    if (access->has_bounds)
        access->bounds = bounds_of(l, from_source ? view->source : view->pointer);
    if (is_power_of_two(access->leaf.operands.alignment) && access->leaf.operands.alignment > access->alignment)
        access->alignment = access->leaf.operands.alignment;
}

struct leaf_type leaf_type(struct lowering *l, const struct spirv_type *type) {
    const struct lowered_type *known = lowered_type_of(l, type->id);
    bool is_matrix = type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX || type->opcode == SPIRV_TYPE_TENSOR_LAYOUT ||
                     type->opcode == SPIRV_TYPE_TENSOR_VIEW;
    bool is_vector = type->opcode == SpvOpTypeVector || is_matrix;
    const struct spirv_layout *layout = layout_of(l, type->id);
    if (type->opcode == SpvOpTypePointer && resources_apply(l, type->storage_class))
        FAIL_UNSUPPORTED(l, &l->current, "a pointer into a buffer that is kept in memory, with %s=driver",
                         OPTION_NAME(l->options, ABI));
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

/* Profile draft: one plain access, before or after operations on its scalars. */
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
    if (resource_takes(l, operation, address))
        return resource_load(l, operation, address, type);
    ir_value pushed = l->options->abi == SMMRA_ABI_DRIVER && operation->kind == MAPPED_LOAD
                          ? driver_kernel_push_load(l, address, operation->bytes, type)
                          : 0;
    if (pushed)
        return pushed;
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
    if (resource_takes(l, operation, address)) {
        resource_store(l, operation, address, value);
        return;
    }
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

/* mapping.md 10: address space 7 is only for plain accesses, and LLVM 19 takes no vectors there of bytes or halves, or
 * of more than 16 bytes. */
static bool is_odd_vector(struct lowering *l, const struct map_leaf *leaf) {
    return leaf->components > 1 && (leaf->component_bytes < 4 || leaf->component_bytes * leaf->components > 16) &&
           profile_get(l->map.options.profile)->few_fat_vectors;
}

static bool goes_through_resource(struct lowering *l, const struct access *access) {
    uint8_t kind = access->operations[0].kind;
    return bounds_by_resource(l) && access->operation_count == 1 && !access->made_count &&
           (kind == MAPPED_LOAD || kind == MAPPED_STORE) && !is_odd_vector(l, &access->leaf);
}

/* With --abi=driver there is no address to take instead: each component by itself. */
static bool is_taken_apart(struct lowering *l, struct access *access, const struct leaf_type *type) {
    access->leaf.component_bytes = type->component_bytes;
    access->leaf.components = type->components;
    return is_resource_pointer(l, access->base) && is_odd_vector(l, &access->leaf);
}

static struct leaf_type component_of(struct lowering *l, const struct leaf_type *vector) {
    return (struct leaf_type){.value = ir_type_get(l->ir, vector->value)->element,
                              .memory = ir_type_get(l->ir, vector->memory)->element,
                              .component_bytes = vector->component_bytes,
                              .components = 1};
}

static ir_value load_apart(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset) {
    struct leaf_type component = component_of(l, type);
    ir_value vector = ir_poison(l->ir, type->value);
    for (uint32_t i = 0; i < type->components; i++) {
        spend_part(l);
        ir_value value = access_load_leaf(l, access, &component, offset + (uint64_t)i * type->component_bytes);
        vector = emit_insert_element(l, vector, value, i);
    }
    return vector;
}

static void store_apart(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                        ir_value value) {
    struct leaf_type component = component_of(l, type);
    for (uint32_t i = 0; i < type->components; i++) {
        spend_part(l);
        access_store_leaf(l, access, &component, offset + (uint64_t)i * type->component_bytes,
                          emit_extract_element(l, value, i));
    }
}

ir_value access_load_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset) {
    if (is_taken_apart(l, access, type))
        return load_apart(l, access, type, offset);
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

void access_store_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                       ir_value value) {
    if (is_taken_apart(l, access, type)) {
        store_apart(l, access, type, offset, value);
        return;
    }
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
