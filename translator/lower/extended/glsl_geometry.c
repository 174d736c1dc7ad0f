/* GLSL.std.450: vectors as directions and points, and square matrices. */
#include "translator/lower/extended/formulas.h"

ir_value emit_scaled(struct lowering *l, ir_value vector, ir_value scalar) {
    return emit_binary(l, IR_FMUL, vector, emit_splat(l, scalar, ir_type_of(l->ir, vector)));
}

/* The magnitude of a scalar, or of a vector's only component; the square root of the sum of squares of a vector. */
ir_value emit_length(struct lowering *l, ir_value x) {
    if (type_count_of(l, ir_type_of(l->ir, x)) == 1)
        return emit_call1(l, "llvm.fabs", emit_extract_element(l, x, 0));
    return emit_sqrt(l, emit_dot_product(l, x, x));
}

/* x, y, z become y, z, x by 1, and z, x, y by 2. */
ir_value emit_turned(struct lowering *l, const struct extended *call, ir_value vector, uint32_t by) {
    const uint32_t order[] = {by, (by + 1) % 3, (by + 2) % 3};
    if (type_count_of(l, call->type) != 3)
        FAIL_INVALID(l, call->in, "a cross product of vectors that do not have three components");
    return emit_shuffle(l, vector, ir_poison(l->ir, call->type), order, 3);
}

/* A scalar is divided by its magnitude, which gives 1 or -1 exactly, however small it is. */
ir_value emit_normalized(struct lowering *l, ir_value x) {
    if (type_count_of(l, ir_type_of(l->ir, x)) == 1)
        return emit_binary(l, IR_FDIV, x, emit_splat(l, emit_length(l, x), ir_type_of(l->ir, x)));
    return emit_scaled(l, x, emit_inverse_sqrt(l, emit_dot_product(l, x, x)));
}

/* Operands: I, N, eta, a scalar.
 * k = 1 - eta * eta * (1 - d * d), d = dot(N, I); k < 0 ? 0 : eta * I - (eta * d + sqrt(k)) * N */
ir_value expand_refract(struct lowering *l, const struct extended *call) {
    ir_type type = lower_result_type_of_class(l, call->in, CLASS_FLOAT), scalar = type_scalar_of(l, type);
    ir_value i = lower_operand_of_type(l, call->in, 2, type), n = lower_operand_of_type(l, call->in, 3, type);
    ir_value eta = lower_operand_of_class(l, call->in, 4, CLASS_FLOAT), one = constant_float(l, scalar, 1);
    if (type_is_vector(l, ir_type_of(l->ir, eta)))
        FAIL_INVALID(l, call->in, "eta is not a scalar");
    eta = emit_float_resize(l, eta, scalar);
    ir_value d = emit_dot_product(l, n, i);
    ir_value sine = emit_binary(l, IR_FSUB, one, emit_binary(l, IR_FMUL, d, d));
    ir_value k = emit_binary(l, IR_FSUB, one, emit_binary(l, IR_FMUL, emit_binary(l, IR_FMUL, eta, eta), sine));
    ir_value root = emit_sqrt(l, k);
    ir_value along = emit_scaled(l, n, emit_binary(l, IR_FADD, emit_binary(l, IR_FMUL, eta, d), root));
    ir_value refracted = emit_binary(l, IR_FSUB, emit_scaled(l, i, eta), along);
    ir_value is_total = emit_compare(l, IR_FCMP, IR_OLT, k, ir_zero(l->ir, scalar));
    return emit_select(l, is_total, ir_zero(l->ir, type), refracted);
}

/* ---- square matrices, component by component; of halves as floats, since what cancels leaves little of a half ---- */

struct square {
    uint32_t size;
    ir_value at[4][4]; /* column, row */
};

static struct square square_operand(struct lowering *l, const struct extended *call) {
    ir_value matrix = call->operands[0];
    struct ir_type_info info = *ir_type_get(l->ir, ir_type_of(l->ir, matrix));
    struct square square = {.size = (uint32_t)info.count};
    if (info.kind != IR_TYPE_ARRAY || info.count < 2 || info.count > 4 ||
        type_class_of(l, info.element) != CLASS_FLOAT || type_count_of(l, info.element) != info.count)
        FAIL_INVALID(l, call->in, "the operand is not a square matrix");
    ir_type scalar = type_scalar_of(l, info.element);
    if (type_width_of(l, scalar) == 16)
        scalar = ir_type_simple(l->ir, IR_TYPE_FLOAT);
    for (uint32_t column = 0; column < square.size; column++) {
        ir_value vector = emit_float_resize(l, emit_extract_value(l, matrix, column), scalar);
        for (uint32_t row = 0; row < square.size; row++)
            square.at[column][row] = emit_extract_element(l, vector, row);
    }
    return square;
}

/* Without one column and one row. */
static struct square without(const struct square *square, uint32_t column, uint32_t row) {
    struct square smaller = {.size = square->size - 1};
    for (uint32_t i = 0; i < smaller.size; i++)
        for (uint32_t j = 0; j < smaller.size; j++)
            smaller.at[i][j] = square->at[i + (i >= column)][j + (j >= row)];
    return smaller;
}

/* By the first row: the sum of its components with alternating signs, each times the determinant of what is
 * left without its row and column. Equal subexpressions are left for LLVM to find. */
static ir_value determinant(struct lowering *l, const struct square *square) {
    if (square->size == 1)
        return square->at[0][0];
    ir_value sum = 0;
    for (uint32_t column = 0; column < square->size; column++) {
        struct square rest = without(square, column, 0);
        ir_value product = emit_binary(l, IR_FMUL, square->at[column][0], determinant(l, &rest));
        sum = column ? emit_binary(l, column % 2 ? IR_FSUB : IR_FADD, sum, product) : product;
    }
    return sum;
}

ir_value expand_determinant(struct lowering *l, const struct extended *call) {
    struct square square = square_operand(l, call);
    return emit_float_resize(l, determinant(l, &square), lower_result_type_of_class(l, call->in, CLASS_FLOAT));
}

/* The transposed matrix of cofactors, divided by the determinant. */
ir_value expand_matrix_inverse(struct lowering *l, const struct extended *call) {
    struct square square = square_operand(l, call);
    ir_type type = ir_type_of(l->ir, call->operands[0]);
    ir_type column_type = ir_type_get(l->ir, type)->element, scalar = type_scalar_of(l, column_type);
    ir_value factors[2];
    ir_value whole = determinant(l, &square);
    factors[0] = emit_fdiv(l, constant_float(l, ir_type_of(l->ir, whole), 1), whole);
    factors[1] = emit_fneg(l, factors[0]);
    ir_value inverse = ir_poison(l->ir, type);
    for (uint32_t column = 0; column < square.size; column++) {
        ir_value vector = ir_poison(l->ir, column_type);
        for (uint32_t row = 0; row < square.size; row++) {
            struct square rest = without(&square, row, column);
            ir_value cofactor = emit_binary(l, IR_FMUL, determinant(l, &rest), factors[(row + column) % 2]);
            vector = emit_insert_element(l, vector, emit_product_resize(l, cofactor, scalar), row);
        }
        inverse = emit_insert_value(l, inverse, vector, column);
    }
    return inverse;
}
