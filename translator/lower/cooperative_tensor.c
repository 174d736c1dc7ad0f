/* OpCooperativeMatrixLoadTensorNV and OpCooperativeMatrixStoreTensorNV: where a component lies is computed from a
 * tensor layout and a tensor view (SPV_NV_cooperative_matrix2, 3.X "Tensor Layout and View"). The functions here have
 * the names that the specification's have, and compute with vectors: one number for each component that the invocation
 * has. */
#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/tensor.h"

struct tensor_access {
    const struct spirv_instruction *in;
    struct spirv_memory_view memory;
    struct matrix_distribution matrix;
    const struct spirv_type *type, *layout_type, *view_type; /* the last is NULL if there is no view */
    ir_value layout, view;
    uint32_t length; /* components of an invocation */
    bool stores;
    ir_value block[SPIRV_TENSOR_MOST_DIMENSIONS], in_block[SPIRV_TENSOR_MOST_DIMENSIONS]; /* coordinates */
    ir_value element;         /* index of the component in memory, or of its block */
    ir_value skipped, beyond; /* i1: it is outside of the clip region; outside of the tensor. 0: none is */
};

/* ---- numbers of all components ---- */

static ir_value splat(struct lowering *l, const struct tensor_access *a, ir_value number) {
    return emit_splat(l, number, ir_type_vector(l->ir, ir_type_of(l->ir, number), a->length));
}

static ir_value every(struct lowering *l, const struct tensor_access *a, uint64_t number) {
    return constant_splat(l, ir_type_vector(l->ir, i32_type(l), a->length), number);
}

static ir_value layout_number(struct lowering *l, const struct tensor_access *a, enum tensor_part part,
                              uint32_t dimension) {
    return splat(l, a, tensor_number(l, a->layout_type, a->layout, part, dimension));
}

static ir_value clip_number(struct lowering *l, const struct tensor_access *a, uint32_t number) {
    return splat(l, a, tensor_number(l, a->view_type, a->view, TENSOR_CLIP, number));
}

static ir_value is(struct lowering *l, unsigned predicate, ir_value a, ir_value b) {
    return emit_compare(l, IR_ICMP, predicate, a, b);
}

static ir_value either(struct lowering *l, ir_value a, ir_value b) {
    return a ? emit_binary(l, IR_OR, a, b) : b;
}

/* The rows or columns of the components. */
static ir_value coordinates(struct lowering *l, const struct tensor_access *a, uint32_t first) {
    ir_value *own = arena_allocate_array(l->arena, a->length, sizeof *own);
    for (uint32_t i = 0; i < a->length; i++)
        own[i] = ir_integer(l->ir, i32_type(l), matrix_coordinate(&a->matrix, i, first));
    ir_value lane = splat(l, a, matrix_lane_coordinate(l, &a->matrix, first));
    ir_type type = ir_type_of(l->ir, lane);
    return emit_binary(l, IR_OR, lane, ir_aggregate(l->ir, type, own, a->length));
}

/* ---- from rows and columns to an index in the span ---- */

static ir_value matrix_coord_to_linear(struct lowering *l, struct tensor_access *a) {
    enum { ROW_OFFSET, ROW_SPAN, COLUMN_OFFSET, COLUMN_SPAN };
    ir_value row = coordinates(l, a, MATRIX_ROW), column = coordinates(l, a, MATRIX_COLUMN);
    ir_value width = every(l, a, a->type->columns);
    if (a->view) {
        ir_value first_row = clip_number(l, a, ROW_OFFSET), first_column = clip_number(l, a, COLUMN_OFFSET);
        ir_value rows = clip_number(l, a, ROW_SPAN), columns = clip_number(l, a, COLUMN_SPAN);
        a->skipped = is(l, IR_ULT, row, first_row);
        a->skipped = either(l, a->skipped, is(l, IR_UGE, row, emit_binary(l, IR_ADD, first_row, rows)));
        a->skipped = either(l, a->skipped, is(l, IR_ULT, column, first_column));
        a->skipped = either(l, a->skipped, is(l, IR_UGE, column, emit_binary(l, IR_ADD, first_column, columns)));
        row = emit_binary(l, IR_SUB, row, first_row);
        column = emit_binary(l, IR_SUB, column, first_column);
        width = emit_call2(l, "llvm.umin", width, columns);
    }
    return emit_binary(l, IR_ADD, emit_binary(l, IR_MUL, row, width), column);
}

static ir_value view_size(struct lowering *l, const struct tensor_access *a, uint32_t dimension) {
    if (!a->view_type->has_dimensions)
        return layout_number(l, a, TENSOR_SPAN, dimension);
    return splat(l, a, tensor_number(l, a->view_type, a->view, TENSOR_VIEW_DIMENSION, dimension));
}

/* linearToViewCoord, then viewCoordToLinear. */
static ir_value permute(struct lowering *l, const struct tensor_access *a, ir_value index) {
    ir_value coordinate[SPIRV_TENSOR_MOST_DIMENSIONS], stride = every(l, a, 1), result = every(l, a, 0);
    uint32_t count = a->view_type->count;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t dimension = a->view_type->permutation >> 4 * i & 0xF;
        ir_value size = view_size(l, a, dimension);
        coordinate[dimension] = emit_division(l, IR_UREM, index, size);
        index = emit_division(l, IR_UDIV, index, size);
    }
    for (uint32_t i = count; i-- > 0;) {
        if (a->view_type->has_dimensions)
            stride = splat(l, a, tensor_number(l, a->view_type, a->view, TENSOR_VIEW_STRIDE, i));
        else if (i + 1 < count)
            stride = emit_binary(l, IR_MUL, stride, layout_number(l, a, TENSOR_SPAN, i + 1));
        result = emit_binary(l, IR_ADD, result, emit_binary(l, IR_MUL, coordinate[i], stride));
    }
    return result;
}

/* ---- from there to a place in the tensor ---- */

/* "Remainders are computed as defined in OpSMod", here in 64 bits, where they do not overflow. */
static ir_value modulo(struct lowering *l, ir_value number, ir_value divisor) {
    ir_type type = ir_type_of(l->ir, number);
    ir_value wide = emit_integer_resize(l, divisor, 64, false);
    ir_value rest = emit_division(l, IR_SREM, emit_integer_resize(l, number, 64, true), wide);
    ir_value is_negative = is(l, IR_SLT, rest, ir_zero(l->ir, ir_type_of(l->ir, rest)));
    rest = emit_select(l, is_negative, emit_binary(l, IR_ADD, rest, wide), rest);
    return emit1(l, IR_TRUNC, type, rest);
}

/* A coordinate that lies beyond the tensor, for a load. Those within stay as they are in each mode. */
static ir_value brought_back(struct lowering *l, const struct tensor_access *a, ir_value c, ir_value size) {
    ir_value last = emit_binary(l, IR_SUB, size, every(l, a, 1)), turn = emit_binary(l, IR_ADD, last, last);
    switch (a->layout_type->clamp_mode) {
    case SPIRV_TENSOR_CLAMP_TO_EDGE:
        return emit_call2(l, "llvm.umin", emit_call2(l, "llvm.smax", c, every(l, a, 0)), last);
    case SPIRV_TENSOR_REPEAT:
        return modulo(l, c, size);
    default: /* SPIRV_TENSOR_REPEAT_MIRRORED: 0 1 2 1 0 1 2 */
        c = modulo(l, c, turn);
        ir_value mirrored = emit_binary(l, IR_SUB, turn, c);
        return emit_select(l, is(l, IR_UGE, c, size), mirrored, c);
    }
}

static ir_value within_tensor(struct lowering *l, struct tensor_access *a, ir_value c, ir_value size) {
    uint32_t mode = a->layout_type->clamp_mode;
    if (mode == SPIRV_TENSOR_CLAMP_UNDEFINED)
        return c;
    if (mode != SPIRV_TENSOR_CLAMP_CONSTANT && !a->stores)
        return brought_back(l, a, c, size);
    a->beyond = either(l, a->beyond, is(l, IR_SLT, c, every(l, a, 0)));
    a->beyond = either(l, a->beyond, is(l, IR_UGE, c, size));
    return c;
}

/* linearToSpanCoord, spanCoordToTensorCoord and tensorCoordToLinear. */
static void span_to_tensor(struct lowering *l, struct tensor_access *a, ir_value index) {
    a->element = every(l, a, 0);
    for (uint32_t i = a->layout_type->count; i-- > 0;) {
        ir_value span = layout_number(l, a, TENSOR_SPAN, i), block = layout_number(l, a, TENSOR_BLOCK_SIZE, i);
        ir_value c = emit_division(l, IR_UREM, index, span);
        index = emit_division(l, IR_UDIV, index, span);
        c = emit_binary(l, IR_ADD, c, layout_number(l, a, TENSOR_OFFSET, i));
        c = within_tensor(l, a, c, layout_number(l, a, TENSOR_DIMENSION, i));
        a->in_block[i] = emit_division(l, IR_UREM, c, block);
        a->block[i] = emit_division(l, IR_UDIV, c, block);
        ir_value part = emit_binary(l, IR_MUL, a->block[i], layout_number(l, a, TENSOR_STRIDE, i));
        a->element = emit_binary(l, IR_ADD, a->element, part);
    }
}

/* ---- the instructions ---- */

static const struct spirv_type *operand_type(struct lowering *l, const struct spirv_instruction *in, spirv_id id,
                                             uint32_t opcode) {
    const struct spirv_type *type = type_of_operand(l, id);
    if (type->opcode != opcode)
        FAIL_INVALID(l, in, "%%%u is not of the type that it needs", id);
    return type;
}

static struct tensor_access begin_access_to_tensor(struct lowering *l, const struct spirv_instruction *in) {
    struct tensor_access a = {.in = in,
                              .memory = memory_decode(l, in),
                              .type = operand_type(l, in, in->operands[1], SPIRV_TYPE_COOPERATIVE_MATRIX),
                              .layout_type = operand_type(l, in, in->operands[2], SPIRV_TYPE_TENSOR_LAYOUT),
                              .layout = lower_value(l, in->operands[2]),
                              .stores = in->opcode == SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR};
    spirv_id view = spirv_tensor_operand(in, SPIRV_TENSOR_OPERAND_VIEW);
    if (!a.stores && type_of(l, in->type) != a.type)
        FAIL_INVALID(l, in, "its result and its Object are not of the same type");
    a.matrix = matrix_distribution_of(l, a.type);
    a.length = matrix_length(&a.matrix);
    if (view) {
        a.view_type = operand_type(l, in, view, SPIRV_TYPE_TENSOR_VIEW);
        a.view = lower_value(l, view);
        if (!a.view_type->has_dimensions && a.view_type->count != a.layout_type->count)
            FAIL_INVALID(l, in, "its view, which has no dimensions of its own, has others than its layout");
    }
    ir_value index = matrix_coord_to_linear(l, &a);
    span_to_tensor(l, &a, view ? permute(l, &a, index) : index);
    return a;
}

/* i1 for each component: whether it is accessed; 0: each is. */
static ir_value accessed(struct lowering *l, const struct tensor_access *a) {
    if (!a->skipped && !a->beyond)
        return 0;
    ir_value is_not = a->skipped && a->beyond ? either(l, a->skipped, a->beyond) : a->skipped ? a->skipped : a->beyond;
    return emit_binary(l, IR_XOR, is_not, constant_splat(l, ir_type_of(l->ir, is_not), 1));
}

/* `index` of elements, or of blocks, as an address. */
static ir_value address_of(struct lowering *l, const struct tensor_access *a, uint32_t index, uint64_t bytes) {
    ir_type wide = ir_type_integer(l->ir, 64);
    ir_value offset = emit1(l, IR_ZEXT, wide, emit_extract_element(l, a->element, index));
    return emit_address(l, ir_type_integer(l->ir, 8), lower_plain_pointer(l, a->memory.pointer),
                        emit2(l, IR_MUL, wide, offset, ir_integer(l->ir, wide, bytes)));
}

/* A component that is not loaded stays the same as before, or gets the clamp value's low bits. */
static ir_value not_loaded(struct lowering *l, const struct tensor_access *a) {
    ir_value before = lower_operand_of_type(l, a->in, 1, lower_type(l, a->type->id));
    if (!a->beyond)
        return before;
    ir_type scalar = lower_type(l, a->type->element);
    ir_value value = tensor_number(l, a->layout_type, a->layout, TENSOR_CLAMP_VALUE, 0);
    value = emit_integer_resize(l, value, type_width_of(l, scalar), false);
    if (type_class_of(l, scalar) == CLASS_FLOAT)
        value = emit1(l, IR_BITCAST, scalar, value);
    value = splat(l, a, value);
    return a->skipped ? emit_select(l, a->skipped, before, value) : value;
}

static uint32_t component_bytes(struct lowering *l, const struct tensor_access *a) {
    return type_of(l, a->type->element)->width / 8;
}

/* ---- blocks that a function decodes ---- */

static ir_value coordinate_array(struct lowering *l, const struct tensor_access *a, const ir_value *all,
                                 uint32_t index) {
    uint32_t count = a->layout_type->count;
    ir_value array = ir_poison(l->ir, ir_type_array(l->ir, i32_type(l), count));
    for (uint32_t i = 0; i < count; i++)
        array = emit_insert_value(l, array, emit_extract_element(l, all[i], index), i);
    return array;
}

/* Bytes of what DecodeFunc's pointer points to. */
static uint64_t block_bytes(struct lowering *l, const struct tensor_access *a) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, spirv_callee(a->in));
    const struct spirv_type *type = callee->parameter_count ? type_of_operand(l, callee->parameters[0]) : NULL;
    if (!type || type->opcode != SpvOpTypePointer || type->storage_class != SpvStorageClassPhysicalStorageBuffer ||
        !type->element)
        FAIL_INVALID(l, a->in, "the first parameter of %%%u is no pointer to a type in PhysicalStorageBuffer",
                     callee->id);
    if (bounds_apply(l, a->memory.storage_class))
        FAIL_UNSUPPORTED(l, a->in,
                         "a DecodeFunc on a buffer with %s=buffer is not supported: it gets an address, which has "
                         "no bounds; use a buffer reference, or %s=pointers",
                         OPTION_NAME(l->options, ABI), OPTION_NAME(l->options, ABI));
    return layout_of(l, type->element)->size;
}

static ir_value decode(struct lowering *l, const struct tensor_access *a, uint64_t bytes, uint32_t index) {
    const ir_value arguments[] = {address_of(l, a, index, bytes), coordinate_array(l, a, a->block, index),
                                  coordinate_array(l, a, a->in_block, index)};
    ir_value value = call_with_values(l, a->in, arguments, 3);
    if (ir_type_of(l->ir, value) != lower_type(l, a->type->element))
        FAIL_INVALID(l, a->in, "its DecodeFunc does not give the matrix's component type");
    return value;
}

void lower_op_cooperative_load_tensor(struct lowering *l, const struct spirv_instruction *in) {
    const struct tensor_access a = begin_access_to_tensor(l, in);
    uint32_t bytes = component_bytes(l, &a);
    uint64_t block = spirv_callee(in) ? block_bytes(l, &a) : 0;
    ir_value condition = accessed(l, &a), otherwise = condition ? not_loaded(l, &a) : 0;
    ir_value *parts = arena_allocate_array(l->arena, a.length, sizeof *parts);
    for (uint32_t i = 0; i < a.length; i++) {
        ir_value kept = condition ? emit_extract_element(l, otherwise, i) : 0;
        struct guard guard = {0};
        if (condition)
            guard = guard_open(l, emit_extract_element(l, condition, i));
        parts[i] = block ? decode(l, &a, block, i)
                         : lower_load_components(l, &a.memory, address_of(l, &a, i, bytes), bytes,
                                                 lower_type(l, a.type->element), bytes);
        if (condition)
            parts[i] = guard_close(l, &guard, parts[i], kept);
    }
    lower_result(l, in, matrix_join(l, parts, a.length));
}

void lower_op_cooperative_store_tensor(struct lowering *l, const struct spirv_instruction *in) {
    const struct tensor_access a = begin_access_to_tensor(l, in);
    uint32_t bytes = component_bytes(l, &a);
    ir_value matrix = lower_operand_of_type(l, in, 1, lower_type(l, a.type->id)), condition = accessed(l, &a);
    struct matrix_writer writer = matrix_begin_store(l, in, a.type);
    for (uint32_t i = 0; i < a.length; i++) {
        struct guard guard = {0};
        if (condition)
            guard = guard_open(l, emit_extract_element(l, condition, i));
        ir_value element = emit_extract_element(l, matrix, i);
        lower_store_components(l, &a.memory, address_of(l, &a, i, bytes), bytes, element, bytes);
        if (condition)
            guard_close(l, &guard, 0, 0);
    }
    matrix_end_store(l, &writer);
}
