/* Integer dot products (SPIR-V 3.49.13, OpSDot and its variants) of vectors of integers, or of 32-bit words that hold
 * four 8-bit integers; and dot products of 16-bit floats (SPV_VALVE_mixed_float_dot_product). */
#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* A packed word as <4 x i8>; a vector as it is. */
static ir_value unpacked(struct lowering *l, const struct spirv_instruction *in, spirv_id operand) {
    ir_value value = lower_value(l, operand);
    const struct ir_type_info *type = ir_type_get(l->ir, ir_type_of(l->ir, value));
    if (type->kind == IR_TYPE_VECTOR && ir_type_get(l->ir, type->element)->kind == IR_TYPE_INTEGER)
        return value;
    if (type->kind != IR_TYPE_INTEGER || type->width != 32)
        FAIL_INVALID(l, in, "operand %%%u is neither a vector of integers nor a 32-bit word of four", operand);
    return emit1(l, IR_BITCAST, ir_type_vector(l->ir, ir_type_integer(l->ir, 8), 4), value);
}

/* Extended to the result's width: modulo that width the products and their sum are exact. */
static ir_value widened(struct lowering *l, const struct spirv_instruction *in, ir_value vector, ir_type result,
                        bool is_signed) {
    struct ir_type_info type = *ir_type_get(l->ir, ir_type_of(l->ir, vector));
    uint32_t from = ir_type_get(l->ir, type.element)->width, to = ir_type_get(l->ir, result)->width;
    if (from > to)
        FAIL_INVALID(l, in, "its result is narrower than its operands' components");
    if (from == to)
        return vector;
    return emit1(l, is_signed ? IR_SEXT : IR_ZEXT, ir_type_vector(l->ir, result, type.count), vector);
}

void lower_op_integer_dot(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    if (ir_type_get(l->ir, type)->kind != IR_TYPE_INTEGER)
        FAIL_INVALID(l, in, "its result is not an integer");
    ir_value a = widened(l, in, unpacked(l, in, in->operands[0]), type, l->row->flags & DOT_FIRST_SIGNED);
    ir_value b = widened(l, in, unpacked(l, in, in->operands[1]), type, l->row->flags & DOT_SECOND_SIGNED);
    if (ir_type_of(l->ir, a) != ir_type_of(l->ir, b))
        FAIL_INVALID(l, in, "its operands have different numbers of components");
    ir_value products = emit2(l, IR_MUL, ir_type_of(l->ir, a), a, b), sum = emit_extract_element(l, products, 0);
    uint32_t count = (uint32_t)ir_type_get(l->ir, ir_type_of(l->ir, a))->count;
    for (uint32_t i = 1; i < count; i++)
        sum = emit2(l, IR_ADD, type, sum, emit_extract_element(l, products, i));
    if (l->row->flags & DOT_ACCUMULATES) {
        const char *name =
            intrinsic_overloaded_name(l, l->row->flags & DOT_FIRST_SIGNED ? "llvm.sadd.sat" : "llvm.uadd.sat", type);
        ir_value arguments[2] = {sum, lower_value(l, in->operands[2])};
        if (ir_type_of(l->ir, arguments[1]) != type)
            FAIL_INVALID(l, in, "its accumulator is not of its result type");
        sum = emit_intrinsic(l, name, type, arguments, 2,
                             IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE);
    }
    lower_result_unchecked(l, in, sum);
}

static bool is_float(struct lowering *l, ir_type type, uint32_t width, uint32_t count) {
    enum ir_type_kind kind = ir_type_get(l->ir, type_scalar_of(l, type))->kind;
    return (kind == IR_TYPE_HALF || kind == IR_TYPE_FLOAT) && type_width_of(l, type) == width &&
           type_count_of(l, type) == count && type_is_vector(l, type) == (count > 1);
}

/* The products of 16-bit floats are exact in 32 bits. They are added to the accumulator one by one; the result for a
 * 16-bit accumulator is rounded once, at the end. The extension leaves order and intermediate rounding to the
 * implementation. */
void lower_op_mixed_float_dot(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type), single = ir_type_simple(l->ir, IR_TYPE_FLOAT);
    ir_value a = lower_value(l, in->operands[0]), b = lower_value(l, in->operands[1]),
             sum = lower_value(l, in->operands[2]);
    if (!is_float(l, type, l->row->detail, 1) || ir_type_of(l->ir, sum) != type)
        FAIL_INVALID(l, in, "its result and its accumulator are not floats of %u bits", l->row->detail);
    if (!is_float(l, ir_type_of(l->ir, a), 16, 2) || ir_type_of(l->ir, a) != ir_type_of(l->ir, b))
        FAIL_INVALID(l, in, "its operands are not vectors of two 16-bit floats");
    a = emit_float_resize(l, a, single);
    b = emit_float_resize(l, b, single);
    sum = emit_float_resize(l, sum, single);
    for (uint32_t i = 0; i < 2; i++) {
        ir_value factor = emit_extract_element(l, b, i);
        sum = emit_call3(l, "llvm.fma", emit_extract_element(l, a, i), factor, sum);
    }
    lower_result_unchecked(l, in, emit_float_resize(l, sum, type));
}
