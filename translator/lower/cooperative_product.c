/* OpCooperativeMatrixMulAddKHR: by the processor's instruction if it has one, else in plain arithmetic. Each invocation
 * computes its components of the result, from rows of A and columns of B that it or other invocations have. */
#include <string.h>

#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcode_rows.h"

/* ---- parts of vectors, and of numbers ---- */

ir_value matrix_part(struct lowering *l, ir_value vector, uint32_t first, uint32_t count) {
    if (count == type_count_of(l, ir_type_of(l->ir, vector)))
        return vector;
    if (count == 1)
        return emit_extract_element(l, vector, first);
    uint32_t *mask = arena_allocate_array(l->arena, count, sizeof *mask);
    for (uint32_t i = 0; i < count; i++)
        mask[i] = first + i;
    return emit_shuffle(l, vector, ir_poison(l->ir, ir_type_of(l->ir, vector)), mask, count);
}

static ir_value join_scalars(struct lowering *l, const ir_value *parts, uint32_t count) {
    ir_value joined = ir_poison(l->ir, ir_type_vector(l->ir, ir_type_of(l->ir, parts[0]), count));
    for (uint32_t i = 0; i < count; i++)
        joined = emit_insert_element(l, joined, parts[i], i);
    return joined;
}

ir_value matrix_join(struct lowering *l, ir_value *parts, uint32_t count) {
    if (count > 1 && ir_type_get(l->ir, ir_type_of(l->ir, parts[0]))->kind != IR_TYPE_VECTOR)
        return join_scalars(l, parts, count);
    for (; count > 1; count /= 2) {
        uint32_t length = 2 * type_count_of(l, ir_type_of(l->ir, parts[0]));
        uint32_t *mask = arena_allocate_array(l->arena, length, sizeof *mask);
        for (uint32_t i = 0; i < length; i++)
            mask[i] = i;
        for (uint32_t i = 0; i < count / 2; i++)
            parts[i] = emit_shuffle(l, parts[2 * i], parts[2 * i + 1], mask, length);
    }
    return parts[0];
}

ir_value matrix_convert(struct lowering *l, ir_value value, const struct spirv_type *component, ir_type scalar,
                        bool is_signed) {
    if (component->small_float && type_class_of(l, scalar) == CLASS_FLOAT)
        value = emit_small_to_float(l, (enum spirv_small_float)component->small_float, value);
    if (type_class_of(l, scalar) == CLASS_FLOAT)
        return emit_float_resize(l, value, scalar);
    return emit_integer_resize(l, value, type_width_of(l, scalar), is_signed);
}

ir_value matrix_convert_to(struct lowering *l, ir_value value, const struct spirv_type *component, bool is_signed) {
    ir_type scalar = lower_type(l, component->id), from = type_scalar_of(l, ir_type_of(l->ir, value));
    if (component->small_float && type_class_of(l, from) == CLASS_FLOAT)
        return emit_float_to_small(l, (enum spirv_small_float)component->small_float, value, false);
    return type_class_of(l, scalar) == CLASS_FLOAT ? emit_float_resize(l, value, scalar)
                                                   : emit_integer_resize(l, value, type_width_of(l, scalar), is_signed);
}

/* Bits that go equally far are moved together. */
ir_value matrix_move_bits(struct lowering *l, ir_value value, const uint8_t *to, uint32_t count) {
    ir_type word = ir_type_integer(l->ir, 32);
    ir_value moved = 0;
    for (int distance = -31; distance < 32; distance++) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < count; i++)
            mask |= to[i] < 32 && (int)to[i] - (int)i == distance ? 1u << i : 0;
        if (!mask)
            continue;
        ir_value part = emit2(l, IR_AND, word, value, ir_integer(l->ir, word, mask));
        if (distance)
            part = emit2(l, distance > 0 ? IR_SHL : IR_LSHR, word, part,
                         ir_integer(l->ir, word, (uint64_t)(distance > 0 ? distance : -distance)));
        moved = moved ? emit2(l, IR_OR, word, moved, part) : part;
    }
    return moved ? moved : ir_integer(l->ir, word, 0);
}

/* ---- an operand's components, for those of the result ---- */

/* A or B, in the type in which the product is computed. `own`: MATRIX_ROW of A, MATRIX_COLUMN of B, which is the
 * result's too; the other coordinate is k. */
struct factor {
    const struct matrix_distribution *at, *result;
    const struct spirv_type *component;
    const struct spirv_instruction *in;
    uint32_t own;
    ir_value value;
    ir_type scalar;
    bool is_signed;
    bool is_here;       /* in each lane is what it needs itself */
    ir_value lane;      /* else the part of the lane that follows from the own one */
    ir_value moved[64]; /* the words of the lanes that differ from it in these bits */
};

enum { NOWHERE = 0xFF };

static uint32_t find_bit(const uint8_t *bits, uint32_t count, uint32_t wanted) {
    for (uint32_t i = 0; i < count; i++)
        if (bits[i] == wanted)
            return i;
    return NOWHERE;
}

static bool is_own(const struct factor *factor, uint32_t coordinate) {
    return coordinate - factor->own < MATRIX_BITS && coordinate != MATRIX_REPEATED;
}

/* The bit of the result's lane that an own coordinate is; else NOWHERE. */
static uint32_t lane_bit_of(const struct factor *factor, uint32_t coordinate) {
    return is_own(factor, coordinate) ? find_bit(factor->result->lane, factor->result->lane_bits, coordinate) : NOWHERE;
}

/* Bits of the lane that the result's lane gives, and whether they are the same there. */
static ir_value lane_of(struct lowering *l, struct factor *factor) {
    uint8_t to[6];
    memset(to, NOWHERE, sizeof to);
    factor->is_here = true;
    for (uint32_t bit = 0; bit < factor->at->lane_bits; bit++) {
        uint32_t from = lane_bit_of(factor, factor->at->lane[bit]);
        if (from != NOWHERE)
            to[from] = (uint8_t)bit;
        factor->is_here &= from == bit || factor->at->lane[bit] == MATRIX_REPEATED;
    }
    for (uint32_t bit = 0; bit < factor->at->lane_bits; bit++)
        if (factor->at->lane[bit] == MATRIX_REPEATED && to[bit] == NOWHERE)
            to[bit] = (uint8_t)bit;
    return factor->is_here ? 0 : matrix_move_bits(l, subgroup_lane(l), to, factor->result->lane_bits);
}

/* What an own bit is for component `index` of the result, if it does not depend on the lane. */
static uint32_t bit_of(struct lowering *l, const struct factor *factor, uint32_t coordinate, uint32_t index,
                       uint32_t k) {
    if (!is_own(factor, coordinate))
        return k >> (coordinate % MATRIX_BITS) & 1;
    uint32_t from = find_bit(factor->result->index, factor->result->index_bits, coordinate);
    if (from == NOWHERE)
        FAIL_INTERNAL(l, factor->in, "a factor's index depends on the lane");
    return index >> from & 1;
}

ir_value matrix_of_lanes(struct lowering *l, const struct spirv_instruction *in, ir_value vector, ir_value lane) {
    ir_type type = ir_type_of(l->ir, vector), word = i32_type(l);
    uint32_t width = type_width_of(l, type) * type_count_of(l, type);
    bool in_words = width % 32 == 0 && type_width_of(l, type) < 32;
    if (in_words)
        vector = emit1(l, IR_BITCAST, width == 32 ? word : ir_type_vector(l->ir, word, width / 32), vector);
    ir_value value = subgroup_shuffle(l, in, vector, lane);
    return in_words ? emit1(l, IR_BITCAST, type, value) : value;
}

static bool is_float8(const struct spirv_type *component) {
    return component->small_float && component->width == 8;
}

/* The vector of the lanes whose number differs from lane_of in `bits`. */
static ir_value vector_of(struct lowering *l, struct factor *factor, uint32_t bits) {
    bits = factor->is_here ? 0 : bits;
    if (factor->moved[bits])
        return factor->moved[bits];
    ir_value value = factor->value;
    if (!factor->is_here) {
        ir_value lane = emit2(l, IR_OR, i32_type(l), factor->lane, ir_integer(l->ir, i32_type(l), bits));
        value = matrix_of_lanes(l, factor->in, value, bits ? lane : factor->lane);
    }
    if (is_float8(factor->component)) /* once, and not for each product */
        value = emit_small_to_float(l, (enum spirv_small_float)factor->component->small_float, value);
    return factor->moved[bits] = value;
}

/* The components for `count` of the result, from `index` on, at k. */
static ir_value components(struct lowering *l, struct factor *factor, uint32_t index, uint32_t k, uint32_t count) {
    uint32_t lane = 0, first = 0;
    for (uint32_t bit = 0; bit < factor->at->lane_bits; bit++) {
        uint32_t coordinate = factor->at->lane[bit];
        if (coordinate != MATRIX_REPEATED && lane_bit_of(factor, coordinate) == NOWHERE)
            lane |= bit_of(l, factor, coordinate, index, k) << bit;
    }
    for (uint32_t bit = 0; bit < factor->at->index_bits; bit++)
        first |= bit_of(l, factor, factor->at->index[bit], index, k) << bit;
    ir_value part = matrix_part(l, vector_of(l, factor, lane), first, count);
    return is_float8(factor->component) ? emit_float_resize(l, part, factor->scalar)
                                        : matrix_convert(l, part, factor->component, factor->scalar, factor->is_signed);
}

/* ---- plain arithmetic ---- */

/* How many components of the result, side by side, need components of B that lie side by side, and the same of A. */
static uint32_t components_at_once(const struct matrix_product *product) {
    uint32_t bits = 0;
    while (bits < product->c_at.index_bits && bits < product->b_at.index_bits && product->b_at.lane_bits == 0 &&
           product->c_at.index[bits] == MATRIX_COLUMN + bits && product->b_at.index[bits] == MATRIX_COLUMN + bits)
        bits++;
    return 1u << bits;
}

static bool is_narrow_number(const struct spirv_type *type) {
    return type->small_float || (type->opcode == SpvOpTypeFloat && type->width == 16);
}

/* An integer's sums are exact modulo its width. The precision of floats is the implementation's: here it is that of
 * the wider of the result and 32 bits, with one rounding at the end. */
static ir_type computed_type(struct lowering *l, const struct matrix_product *product) {
    ir_type scalar = lower_type(l, product->result_type->element);
    if (is_narrow_number(type_of(l, product->result_type->element)))
        return ir_type_simple(l->ir, IR_TYPE_FLOAT);
    return scalar;
}

static ir_value add_product(struct lowering *l, ir_value sum, ir_value a, ir_value b) {
    ir_type type = ir_type_of(l->ir, sum);
    if (ir_type_of(l->ir, a) != type)
        a = emit_splat(l, a, type);
    if (type_class_of(l, type) == CLASS_FLOAT)
        return emit_call3(l, "llvm.fmuladd", a, b, sum);
    return emit_binary(l, IR_ADD, sum, emit_binary(l, IR_MUL, a, b));
}

static ir_value multiply_plainly(struct lowering *l, const struct spirv_instruction *in,
                                 const struct matrix_product *product) {
    ir_type scalar = computed_type(l, product);
    bool saturates = product->operands & SPIRV_MATRIX_SATURATING_ACCUMULATION,
         is_signed = product->operands & SPIRV_MATRIX_RESULT_SIGNED;
    struct factor a = {&product->a_at, &product->c_at, type_of(l, product->a_type->element),     in, MATRIX_ROW,
                       product->a,     scalar,         product->operands & SPIRV_MATRIX_A_SIGNED};
    struct factor b = {&product->b_at, &product->c_at, type_of(l, product->b_type->element),     in, MATRIX_COLUMN,
                       product->b,     scalar,         product->operands & SPIRV_MATRIX_B_SIGNED};
    a.lane = lane_of(l, &a);
    b.lane = lane_of(l, &b);
    ir_value c = matrix_convert(l, product->c, type_of(l, product->c_type->element), scalar,
                                product->operands & SPIRV_MATRIX_C_SIGNED);
    uint32_t length = matrix_length(&product->c_at), at_once = components_at_once(product), count = 0;
    ir_value *parts = arena_allocate_array(l->arena, length, sizeof *parts);
    for (uint32_t i = 0; i < length; i += at_once) {
        ir_value before = matrix_part(l, c, i, at_once);
        ir_value sum = saturates ? ir_zero(l->ir, ir_type_of(l->ir, before)) : before;
        for (uint32_t k = 0; k < product->a_type->columns; k++) {
            ir_value theirs = components(l, &b, i, k, at_once);
            sum = add_product(l, sum, components(l, &a, i, k, 1), theirs);
        }
        if (saturates)
            sum = emit_call2(l, is_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", sum, before);
        parts[count++] = sum;
    }
    return matrix_convert_to(l, matrix_join(l, parts, count), type_of(l, product->result_type->element), is_signed);
}

/* ---- the instruction ---- */

static const struct spirv_type *operand_type(struct lowering *l, const struct spirv_instruction *in, spirv_id type,
                                             uint32_t use) {
    const struct spirv_type *matrix = type_of(l, type);
    if (matrix->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX || matrix->use != use)
        FAIL_INVALID(l, in, "an operand or the result is no cooperative matrix of the use that it needs");
    return matrix;
}

static bool is_number(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeFloat || type->small_float;
}

static void check_shape(struct lowering *l, const struct spirv_instruction *in, const struct matrix_product *product) {
    const struct spirv_type *a = product->a_type, *b = product->b_type, *c = product->c_type,
                            *result = product->result_type;
    if (a->columns != b->rows || a->rows != c->rows || b->columns != c->columns || c->rows != result->rows ||
        c->columns != result->columns)
        FAIL_INVALID(l, in, "the rows and columns of its operands and its result do not fit");
    bool is_float = is_number(type_of(l, result->element));
    const struct spirv_type *others[] = {a, b, c};
    for (uint32_t i = 0; i < 3; i++) {
        const struct spirv_type *component = type_of(l, others[i]->element);
        if (is_number(component) != is_float)
            FAIL_INVALID(l, in, "its operands and its result are not all of floats or all of integers");
        if (component->width > type_of(l, result->element)->width && i < 2)
            FAIL_UNSUPPORTED(l, in,
                             "a product of cooperative matrices that is narrower than its factors is not supported");
    }
    uint32_t known = 2 * SPIRV_MATRIX_SATURATING_ACCUMULATION - 1;
    if (product->operands & ~known)
        FAIL_UNSUPPORTED(l, in, "the Cooperative Matrix Operands 0x%X are not supported", product->operands & ~known);
    if (is_float && product->operands)
        FAIL_INVALID(l, in, "its Cooperative Matrix Operands are for integers");
}

void lower_op_cooperative_multiply(struct lowering *l, const struct spirv_instruction *in) {
    struct matrix_product product = {
        .a_type = operand_type(l, in, type_of_operand(l, in->operands[0])->id, SPIRV_MATRIX_A),
        .b_type = operand_type(l, in, type_of_operand(l, in->operands[1])->id, SPIRV_MATRIX_B),
        .c_type = operand_type(l, in, type_of_operand(l, in->operands[2])->id, SPIRV_MATRIX_ACCUMULATOR),
        .result_type = operand_type(l, in, in->type, SPIRV_MATRIX_ACCUMULATOR),
        .a = lower_operand(l, in, 0),
        .b = lower_operand(l, in, 1),
        .c = lower_operand(l, in, 2),
        .operands = in->operand_count > 3 ? in->operands[3] : 0};
    check_shape(l, in, &product);
    product.a_at = matrix_distribution_of(l, product.a_type);
    product.b_at = matrix_distribution_of(l, product.b_type);
    product.c_at = matrix_distribution_of(l, product.c_type);
    ir_value result = matrix_multiply_by_tiles(l, &product);
    lower_result(l, in, result ? result : multiply_plainly(l, in, &product));
}
