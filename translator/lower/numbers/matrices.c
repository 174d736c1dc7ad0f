/* Matrix instructions (SPIR-V specification 3.49.13). A matrix value is an IR array of its columns, which are
 * vectors. */
#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

struct matrix_type {
    ir_type type, column, scalar;
    uint32_t columns, rows;
};

static struct matrix_type matrix_type(struct lowering *l, const struct spirv_instruction *in, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    struct matrix_type matrix = {.type = type, .column = info->element, .columns = (uint32_t)info->count};
    if (info->kind != IR_TYPE_ARRAY || ir_type_get(l->ir, matrix.column)->kind != IR_TYPE_VECTOR ||
        type_class_of(l, matrix.column) != CLASS_FLOAT || info->count > 4)
        FAIL_INVALID(l, in, "neither a matrix nor made from one");
    matrix.rows = type_count_of(l, matrix.column);
    matrix.scalar = type_scalar_of(l, matrix.column);
    return matrix;
}

static struct matrix_type matrix_of(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    return matrix_type(l, in, ir_type_of(l->ir, value));
}

/* A matrix times a column vector: the sum of the columns, each times its component. */
static ir_value times_vector(struct lowering *l, ir_value matrix, uint32_t columns, ir_value vector) {
    ir_value sum = 0;
    for (uint32_t i = 0; i < columns; i++) {
        ir_value column = emit_extract_value(l, matrix, i);
        ir_value factor = emit_splat(l, emit_extract_element(l, vector, i), ir_type_of(l->ir, column));
        ir_value product = emit_binary(l, IR_FMUL, column, factor);
        sum = i ? emit_binary(l, IR_FADD, sum, product) : product;
    }
    return sum;
}

void lower_op_matrix_times_scalar(struct lowering *l, const struct spirv_instruction *in) {
    ir_value matrix = lower_operand(l, in, 0);
    const struct spirv_type *cooperative = type_of_operand(l, in->operands[0]);
    if (cooperative->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX) {
        bool is_float = type_class_of(l, ir_type_of(l->ir, matrix)) == CLASS_FLOAT;
        ir_value factors = matrix_splat(l, cooperative, lower_operand(l, in, 1));
        lower_result(l, in, emit_binary(l, is_float ? IR_FMUL : IR_MUL, matrix, factors));
        return;
    }
    struct matrix_type type = matrix_of(l, in, matrix);
    ir_value factor = emit_splat(l, lower_operand_of_type(l, in, 1, type.scalar), type.column);
    ir_value result = ir_poison(l->ir, type.type);
    for (uint32_t i = 0; i < type.columns; i++)
        result = emit_insert_value(l, result, emit_binary(l, IR_FMUL, emit_extract_value(l, matrix, i), factor), i);
    lower_result(l, in, result);
}

void lower_op_matrix_times_vector(struct lowering *l, const struct spirv_instruction *in) {
    ir_value matrix = lower_operand(l, in, 0);
    struct matrix_type type = matrix_of(l, in, matrix);
    ir_value vector = lower_operand_of_type(l, in, 1, ir_type_vector(l->ir, type.scalar, type.columns));
    lower_result(l, in, times_vector(l, matrix, type.columns, vector));
}

/* A row vector times a matrix: its dot product with each column. */
void lower_op_vector_times_matrix(struct lowering *l, const struct spirv_instruction *in) {
    ir_value matrix = lower_operand(l, in, 1);
    struct matrix_type type = matrix_of(l, in, matrix);
    ir_value vector = lower_operand_of_type(l, in, 0, type.column);
    ir_value result = ir_poison(l->ir, ir_type_vector(l->ir, type.scalar, type.columns));
    for (uint32_t i = 0; i < type.columns; i++)
        result = emit_insert_element(l, result, emit_dot_product(l, vector, emit_extract_value(l, matrix, i)), i);
    lower_result(l, in, result);
}

void lower_op_matrix_times_matrix(struct lowering *l, const struct spirv_instruction *in) {
    ir_value left = lower_operand(l, in, 0), right = lower_operand(l, in, 1);
    struct matrix_type left_type = matrix_of(l, in, left), right_type = matrix_of(l, in, right);
    if (left_type.columns != right_type.rows || left_type.scalar != right_type.scalar)
        FAIL_INVALID(l, in, "a matrix of %u columns times one of %u rows", left_type.columns, right_type.rows);
    ir_value result = ir_poison(l->ir, ir_type_array(l->ir, left_type.column, right_type.columns));
    for (uint32_t i = 0; i < right_type.columns; i++) {
        ir_value column = times_vector(l, left, left_type.columns, emit_extract_value(l, right, i));
        result = emit_insert_value(l, result, column, i);
    }
    lower_result(l, in, result);
}

/* Column i is the first vector times component i of the second. */
void lower_op_outer_product(struct lowering *l, const struct spirv_instruction *in) {
    struct matrix_type type = matrix_type(l, in, lower_type(l, in->type));
    ir_value column = lower_operand_of_type(l, in, 0, type.column);
    ir_value factors = lower_operand_of_type(l, in, 1, ir_type_vector(l->ir, type.scalar, type.columns));
    ir_value result = ir_poison(l->ir, type.type);
    for (uint32_t i = 0; i < type.columns; i++) {
        ir_value factor = emit_splat(l, emit_extract_element(l, factors, i), type.column);
        result = emit_insert_value(l, result, emit_binary(l, IR_FMUL, column, factor), i);
    }
    lower_result(l, in, result);
}

void lower_op_transpose(struct lowering *l, const struct spirv_instruction *in) {
    ir_value matrix = lower_operand(l, in, 0);
    struct matrix_type type = matrix_of(l, in, matrix);
    ir_value columns[4] = {0};
    for (uint32_t i = 0; i < type.columns; i++)
        columns[i] = emit_extract_value(l, matrix, i);
    ir_type turned_type = ir_type_vector(l->ir, type.scalar, type.columns);
    ir_value result = ir_poison(l->ir, ir_type_array(l->ir, turned_type, type.rows));
    for (uint32_t row_number = 0; row_number < type.rows; row_number++) {
        ir_value turned = ir_poison(l->ir, turned_type);
        for (uint32_t i = 0; i < type.columns; i++)
            turned = emit_insert_element(l, turned, emit_extract_element(l, columns[i], row_number), i);
        result = emit_insert_value(l, result, turned, row_number);
    }
    lower_result(l, in, result);
}
