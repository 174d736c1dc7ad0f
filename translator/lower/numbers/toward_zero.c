/* Arithmetic that rounds toward zero (execution mode RoundingModeRTZ, decoration FPRoundingMode RTZ) out of operations
 * that round to nearest, which are all that LLVM's optimizations and back ends know without constrained intrinsics
 * (docs/reference/arithmetic.md, "Float controls"). Halves are computed as floats and floats as doubles, in which
 * products are exact and nothing is too small or too large; of doubles an error is computed beside each result. */
#include <math.h>

#include "translator/lower/expression.h"
#include "translator/lower/functions/entry_point.h"

/* An operation that rounds to nearest, whatever the module's mode is. */
static ir_value nearest(struct lowering *l, enum ir_opcode opcode, ir_value a, ir_value b) {
    return emit2(l, opcode, ir_type_of(l->ir, a), a, b);
}

static ir_value bits_of(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value);
    return emit1(l, IR_BITCAST, type_with_integer(l, type, type_width_of(l, type)), value);
}

static ir_value magnitude(struct lowering *l, ir_value value) {
    return emit_call1(l, "llvm.fabs", value);
}

/* Returns the next value closer to zero if the value is too far from it: for infinity the largest finite number. */
static ir_value step_back(struct lowering *l, ir_value value, ir_value too_far) {
    ir_value bits = bits_of(l, value);
    ir_value closer = emit_binary(l, IR_SUB, bits, constant_splat(l, ir_type_of(l->ir, bits), 1));
    return emit_select(l, too_far, emit1(l, IR_BITCAST, ir_type_of(l->ir, value), closer), value);
}

/* Whether what the value lacks has the other sign: the exact result is closer to zero. No error is a NaN that counts.
 */
static ir_value lacks_less(struct lowering *l, ir_value value, ir_value error) {
    ir_value bits = bits_of(l, error), signs = emit_binary(l, IR_XOR, bits_of(l, value), bits);
    ir_value differ = emit_compare(l, IR_ICMP, IR_SLT, signs, ir_zero(l->ir, ir_type_of(l->ir, signs)));
    ir_value is_inexact = emit_compare(l, IR_FCMP, IR_ONE, error, ir_zero(l->ir, ir_type_of(l->ir, error)));
    return emit_binary(l, IR_AND, differ, is_inexact);
}

/* 2^power where the value is a double so small that an error beside it may be subnormal, or be lost; else 1. */
static ir_value scale_of(struct lowering *l, ir_value value, int power) {
    ir_type type = ir_type_of(l->ir, value);
    ir_value is_small = emit_compare(l, IR_FCMP, IR_OLT, magnitude(l, value), constant_float(l, type, 0x1p-900));
    return emit_select(l, is_small, constant_float(l, type, ldexp(1, power)), constant_float(l, type, 1));
}

/* Dekker's error of a sum, exact where the first number is not the smaller one. Flushed errors would be lost. */
static ir_value error_of_sum(struct lowering *l, ir_value sum, ir_value high, ir_value low) {
    if (l->floats.flushed & type_width_of(l, ir_type_of(l->ir, sum)) & 64) {
        ir_value scale = scale_of(l, sum, 100);
        high = nearest(l, IR_FMUL, high, scale);
        low = nearest(l, IR_FMUL, low, scale);
        sum = nearest(l, IR_FMUL, sum, scale);
    }
    return nearest(l, IR_FSUB, low, nearest(l, IR_FSUB, sum, high));
}

/* A sum that is no longer finite has a NaN for an error. It `overflows` of doubles, but of nothing that is widened. */
static ir_value sum_toward_zero(struct lowering *l, ir_value a, ir_value b, bool overflows) {
    ir_value size = magnitude(l, b), in_order = emit_compare(l, IR_FCMP, IR_OGE, magnitude(l, a), size);
    ir_value high = emit_select(l, in_order, a, b), low = emit_select(l, in_order, b, a);
    ir_value sum = nearest(l, IR_FADD, high, low);
    ir_value too_far = lacks_less(l, sum, error_of_sum(l, sum, high, low));
    if (overflows) {
        ir_value infinity = constant_float(l, ir_type_of(l->ir, sum), HUGE_VAL);
        ir_value is_finite = emit_compare(l, IR_FCMP, IR_OLT, magnitude(l, high), infinity);
        ir_value is_infinite = emit_compare(l, IR_FCMP, IR_OEQ, magnitude(l, sum), infinity);
        too_far = emit_binary(l, IR_OR, too_far, emit_binary(l, IR_AND, is_finite, is_infinite));
    }
    return step_back(l, sum, too_far);
}

/* A product of doubles lacks what fma computes exactly, unless that has bits below 2^-1074. A product that is not 0 has
 * none below 2^-1181; one that is 0 is never too far. */
static ir_value product_toward_zero(struct lowering *l, ir_value a, ir_value b) {
    ir_value product = nearest(l, IR_FMUL, a, b);
    ir_value scale = scale_of(l, product, 100), square = scale_of(l, product, 200);
    ir_value less = emit_fneg(l, nearest(l, IR_FMUL, product, square));
    ir_value scaled_b = nearest(l, IR_FMUL, b, scale), scaled_a = nearest(l, IR_FMUL, a, scale);
    ir_value error = emit_call3(l, "llvm.fma", scaled_a, scaled_b, less);
    return step_back(l, product, lacks_less(l, product, error));
}

ir_value emit_not_beyond(struct lowering *l, ir_value nearest, ir_value back, ir_value exact) {
    ir_value size = magnitude(l, exact);
    return step_back(l, nearest, emit_compare(l, IR_FCMP, IR_OGT, magnitude(l, back), size));
}

ir_value emit_narrow_toward_zero(struct lowering *l, ir_value value, ir_type scalar) {
    ir_value rounded = emit_float_resize(l, value, scalar);
    ir_value back = emit_float_resize(l, rounded, type_scalar_of(l, ir_type_of(l->ir, value)));
    return emit_not_beyond(l, rounded, back, value);
}

/* The operand in the type that halves and floats are computed in. */
static ir_value widened(struct lowering *l, ir_value value) {
    bool is_half = type_width_of(l, ir_type_of(l->ir, value)) == 16;
    return emit_float_resize(l, value, ir_type_simple(l->ir, is_half ? IR_TYPE_FLOAT : IR_TYPE_DOUBLE));
}

/* Back to the operands' type. The step back from the least normal number may leave a number that is to be flushed. */
static ir_value finished(struct lowering *l, ir_value value, ir_type type) {
    if (ir_type_of(l->ir, value) != type)
        value = emit_narrow_toward_zero(l, value, type_scalar_of(l, type));
    uint32_t width = type_width_of(l, type);
    if (!(l->floats.flushed & width))
        return value;
    ir_value least = constant_float(l, type, ldexp(1, width == 16 ? -14 : width == 32 ? -126 : -1022));
    ir_value is_denormal = emit_compare(l, IR_FCMP, IR_OLT, magnitude(l, value), least);
    return emit_select(l, is_denormal, emit_call2(l, "llvm.copysign", ir_zero(l->ir, type), value), value);
}

ir_value emit_toward_zero(struct lowering *l, enum ir_opcode opcode, ir_value a, ir_value b) {
    ir_type type = ir_type_of(l->ir, a);
    if (opcode == IR_FSUB)
        b = emit_fneg(l, b);
    ir_value x = widened(l, a), y = widened(l, b), result;
    bool is_double = ir_type_of(l->ir, x) == type;
    if (opcode != IR_FMUL)
        result = sum_toward_zero(l, x, y, is_double);
    else
        result = is_double ? product_toward_zero(l, x, y) : nearest(l, IR_FMUL, x, y);
    return finished(l, result, type);
}

/* GLSL.std.450 Fma is a product and a sum, both rounded (Vulkan's table "Precision of GLSL.std.450 Instructions"), or
 * rounded once as OpFmaKHR is. */
ir_value emit_fma(struct lowering *l, ir_value a, ir_value b, ir_value c) {
    ir_type type = ir_type_of(l->ir, a);
    if (!float_rounds_toward_zero(l, type_width_of(l, type)))
        return emit_call3(l, "llvm.fma", a, b, c);
    if (type_width_of(l, type) == 64) {
        if (l->current.opcode != SpvOpExtInst)
            FAIL_UNSUPPORTED(l, &l->current, "OpFmaKHR of 64 bits with RoundingModeRTZ is not supported");
        return emit_binary(l, IR_FADD, emit_binary(l, IR_FMUL, a, b), c);
    }
    ir_value wide = widened(l, b), product = nearest(l, IR_FMUL, widened(l, a), wide);
    return finished(l, sum_toward_zero(l, product, widened(l, c), false), type);
}

/* The bits of an integer that a float cannot have, cleared: what is left converts exactly. */
static ir_value convertible(struct lowering *l, ir_value integer, uint32_t precision) {
    ir_type type = ir_type_of(l->ir, integer);
    uint32_t width = type_width_of(l, type);
    ir_value leading = emit_unpoisoned(l, "llvm.ctlz", integer);
    ir_value excess = emit_call2(l, "llvm.usub.sat", constant_splat(l, type, width - precision), leading);
    return emit_binary(l, IR_SHL, emit_binary(l, IR_LSHR, integer, excess), excess);
}

ir_value emit_integer_toward_zero(struct lowering *l, ir_value integer, ir_type type, bool is_signed) {
    static const uint32_t precisions[] = {[1] = 11, [2] = 24, [4] = 53};
    ir_type from = ir_type_of(l->ir, integer);
    uint32_t precision = precisions[type_width_of(l, type) / 16], width = type_width_of(l, from);
    if (width <= precision)
        return emit1(l, is_signed ? IR_SITOFP : IR_UITOFP, type, integer);
    ir_value zero = ir_zero(l->ir, from), size = integer;
    if (is_signed)
        size = emit_call2(l, "llvm.smax", integer, emit_binary(l, IR_SUB, zero, integer));
    if (precision == 11 && width > 16)
        size = emit_call2(l, "llvm.umin", size, constant_splat(l, from, 65504));
    ir_value number = emit1(l, IR_UITOFP, type, convertible(l, size, precision));
    if (!is_signed)
        return number;
    ir_value negative = emit_fneg(l, number);
    return emit_select(l, emit_compare(l, IR_ICMP, IR_SLT, integer, zero), negative, number);
}
