/* Instructions on tensor layouts and views. Each copies its operand with some numbers changed. */
#include "translator/lower/tensor.h"

#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"

static bool is_view(const struct spirv_type *type) {
    return type->opcode == SPIRV_TYPE_TENSOR_VIEW;
}

ir_value tensor_number(struct lowering *l, const struct spirv_type *type, ir_value tensor, enum tensor_part part,
                       uint32_t index) {
    return emit_extract_element(l, tensor, (uint32_t)part * type->count + index);
}

static ir_value set(struct lowering *l, const struct spirv_type *type, ir_value tensor, uint32_t part, uint32_t index,
                    ir_value number) {
    return emit_insert_element(l, tensor, number, part * type->count + index);
}

static const struct spirv_type *tensor_type(struct lowering *l, const struct spirv_instruction *in, bool of_view) {
    const struct spirv_type *type = type_of(l, in->type);
    if (type->opcode != (of_view ? SPIRV_TYPE_TENSOR_VIEW : SPIRV_TYPE_TENSOR_LAYOUT))
        FAIL_INVALID(l, in, "its result is no tensor %s", of_view ? "view" : "layout");
    return type;
}

/* The operand to copy; `given` operands follow it. */
static ir_value copied(struct lowering *l, const struct spirv_instruction *in, uint32_t given) {
    if (in->operand_count != 1 + given)
        FAIL_INVALID(l, in, "it has %u operands after the tensor, not the %u that its dimensions need",
                     in->operand_count - 1, given);
    if (type_of_operand(l, in->operands[0]) != type_of(l, in->type))
        FAIL_INVALID(l, in, "its operand and its result are not of the same type");
    return lower_operand(l, in, 0);
}

static ir_value given(struct lowering *l, const struct spirv_instruction *in, uint32_t number) {
    return lower_operand_of_type(l, in, 1 + number, i32_type(l));
}

void lower_op_create_tensor(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = tensor_type(l, in, l->row->flags & TENSOR_IS_VIEW);
    ir_value numbers[2 * SPIRV_TENSOR_MOST_DIMENSIONS * TENSOR_CLAMP_VALUE];
    ir_type word = i32_type(l);
    for (uint32_t i = 0; i < tensor_numbers(type); i++)
        numbers[i] = ir_integer(l->ir, word, !is_view(type) && i < type->count); /* blocks of one element */
    if (is_view(type))                                                           /* everything: spans */
        numbers[TENSOR_CLIP * type->count + 1] = numbers[TENSOR_CLIP * type->count + 3] =
            ir_integer(l->ir, word, UINT32_MAX);
    lower_result(l, in, ir_aggregate(l->ir, lower_type(l, type->id), numbers, tensor_numbers(type)));
}

/* The row's detail says which part. */
void lower_op_tensor_set(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = tensor_type(l, in, l->row->flags & TENSOR_IS_VIEW);
    uint32_t count = tensor_part_numbers(type, l->row->detail);
    ir_value tensor = copied(l, in, count);
    for (uint32_t i = 0; i < count; i++)
        tensor = set(l, type, tensor, l->row->detail, i, given(l, in, i));
    lower_result(l, in, tensor);
}

static ir_value ceiling(struct lowering *l, ir_value dividend, ir_value divisor) {
    ir_value quotient = emit_division(l, IR_UDIV, dividend, divisor);
    ir_value rest = emit_division(l, IR_UREM, dividend, divisor);
    ir_value is_inexact = emit_compare(l, IR_ICMP, IR_NE, rest, ir_integer(l->ir, i32_type(l), 0));
    return emit_binary(l, IR_ADD, quotient, emit1(l, IR_ZEXT, i32_type(l), is_inexact));
}

/* "Sets stride[LDim-1] to 1 and sets stride[i] to stride[i+1] * ceiling('Dim<i+1>' / blockSize[i+1])". */
void lower_op_tensor_layout_set_dimension(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = tensor_type(l, in, false);
    ir_value tensor = copied(l, in, type->count), stride = ir_integer(l->ir, i32_type(l), 1);
    for (uint32_t i = type->count; i-- > 0;) {
        ir_value size = given(l, in, i);
        ir_value block = tensor_number(l, type, tensor, TENSOR_BLOCK_SIZE, i);
        tensor = set(l, type, tensor, TENSOR_DIMENSION, i, size);
        tensor = set(l, type, tensor, TENSOR_SPAN, i, size);
        tensor = set(l, type, tensor, TENSOR_OFFSET, i, ir_integer(l->ir, i32_type(l), 0));
        tensor = set(l, type, tensor, TENSOR_STRIDE, i, stride);
        if (i)
            stride = emit_binary(l, IR_MUL, stride, ceiling(l, size, block));
    }
    lower_result(l, in, tensor);
}

void lower_op_tensor_layout_slice(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = tensor_type(l, in, false);
    ir_value tensor = copied(l, in, 2 * type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        ir_value before = tensor_number(l, type, tensor, TENSOR_OFFSET, i);
        tensor = set(l, type, tensor, TENSOR_OFFSET, i, emit_binary(l, IR_ADD, before, given(l, in, 2 * i)));
        tensor = set(l, type, tensor, TENSOR_SPAN, i, given(l, in, 2 * i + 1));
    }
    lower_result(l, in, tensor);
}

void lower_op_tensor_view_set_dimension(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = tensor_type(l, in, true);
    ir_value tensor = copied(l, in, type->count), stride = ir_integer(l->ir, i32_type(l), 1);
    for (uint32_t i = type->count; i-- > 0;) {
        tensor = set(l, type, tensor, TENSOR_VIEW_DIMENSION, i, given(l, in, i));
        tensor = set(l, type, tensor, TENSOR_VIEW_STRIDE, i, stride);
        if (i)
            stride = emit_binary(l, IR_MUL, stride, given(l, in, i));
    }
    lower_result(l, in, tensor);
}
