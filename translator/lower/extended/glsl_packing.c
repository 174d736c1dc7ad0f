/* GLSL.std.450: floats packed into the bits of one integer, first component lowest. */
#include "translator/lower/expression.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/values.h"

/* Operand 0, which must be a vector of `count` scalars, or one scalar for a count of 1. */
static ir_value expect_operand(struct lowering *l, const struct extended *call, ir_type scalar, uint32_t count) {
    ir_value value = call->operands[0];
    ir_type type = ir_type_of(l->ir, value);
    if (type != (count > 1 ? ir_type_vector(l->ir, scalar, count) : scalar))
        FAIL_INVALID(l, call->in, "the operand is not %u x %u bits of the kind asked for", count,
                     type_width_of(l, scalar));
    return value;
}

static ir_type single(struct lowering *l) {
    return ir_type_simple(l->ir, IR_TYPE_FLOAT);
}

/* ---- normalized integers: n bits stand for [-1, 1] or [0, 1] ---- */

/* The integer that stands for 1. */
static double largest(uint32_t width, bool is_signed) {
    return (double)((UINT64_C(1) << (is_signed ? width - 1 : width)) - 1);
}

/* round(clamp(x, -1 or 0, 1) * largest). A NaN becomes the lower bound, so that the conversion is always in
 * range. */
ir_value expand_pack(struct lowering *l, const struct extended *call) {
    uint32_t width = call->row->bits, count = 32 / width;
    bool is_signed = call->row->is_signed;
    ir_value x = expect_operand(l, call, single(l), count);
    ir_type type = ir_type_of(l->ir, x);
    x = emit_call2(l, "llvm.maxnum", x, constant_float(l, type, is_signed ? -1 : 0));
    x = emit_call2(l, "llvm.minnum", x, constant_float(l, type, 1));
    ir_value scaled = emit_binary(l, IR_FMUL, x, constant_float(l, type, largest(width, is_signed)));
    ir_value whole = emit_call1(l, "llvm.roundeven", scaled);
    ir_value parts = emit1(l, is_signed ? IR_FPTOSI : IR_FPTOUI, type_with_integer(l, type, width), whole);
    return emit1(l, IR_BITCAST, ir_type_integer(l->ir, 32), parts);
}

/* The quotient rounded to nearest, for every integer of 8 and 16 bits: the inverse has 24 bits, and as many after
 * them. */
static ir_value divide_by_largest(struct lowering *l, ir_value numbers, double divisor) {
    ir_type type = ir_type_of(l->ir, numbers);
    double inverse = (float)(1 / divisor);
    ir_value rest = emit_binary(l, IR_FMUL, numbers, constant_float(l, type, 1 / divisor - inverse));
    return emit_call3(l, "llvm.fma", numbers, constant_float(l, type, inverse), rest);
}

/* max(x / largest, -1): the least signed integer lies below -1. */
ir_value expand_unpack(struct lowering *l, const struct extended *call) {
    uint32_t width = call->row->bits;
    bool is_signed = call->row->is_signed;
    ir_value bits = expect_operand(l, call, ir_type_integer(l->ir, 32), 1);
    ir_type parts_type = ir_type_vector(l->ir, ir_type_integer(l->ir, width), 32 / width);
    ir_type type = type_with_scalar(l, parts_type, single(l));
    ir_value parts = emit1(l, IR_BITCAST, parts_type, bits);
    ir_value numbers = emit1(l, is_signed ? IR_SITOFP : IR_UITOFP, type, parts);
    ir_value quotient = divide_by_largest(l, numbers, largest(width, is_signed));
    return is_signed ? emit_call2(l, "llvm.maxnum", quotient, constant_float(l, type, -1)) : quotient;
}

/* ---- floats as they are ---- */

ir_value expand_pack_half_2x16(struct lowering *l, const struct extended *call) {
    ir_value halves = emit_float_resize(l, expect_operand(l, call, single(l), 2), ir_type_simple(l->ir, IR_TYPE_HALF));
    return emit1(l, IR_BITCAST, ir_type_integer(l->ir, 32), halves);
}

ir_value expand_unpack_half_2x16(struct lowering *l, const struct extended *call) {
    ir_value bits = expect_operand(l, call, ir_type_integer(l->ir, 32), 1);
    ir_type halves = ir_type_vector(l->ir, ir_type_simple(l->ir, IR_TYPE_HALF), 2);
    return emit_float_resize(l, emit1(l, IR_BITCAST, halves, bits), single(l));
}

ir_value expand_pack_double_2x32(struct lowering *l, const struct extended *call) {
    ir_value words = expect_operand(l, call, ir_type_integer(l->ir, 32), 2);
    return emit1(l, IR_BITCAST, ir_type_simple(l->ir, IR_TYPE_DOUBLE), words);
}

ir_value expand_unpack_double_2x32(struct lowering *l, const struct extended *call) {
    ir_value number = expect_operand(l, call, ir_type_simple(l->ir, IR_TYPE_DOUBLE), 1);
    return emit1(l, IR_BITCAST, ir_type_vector(l->ir, ir_type_integer(l->ir, 32), 2), number);
}
