/* GLSL.std.450: trigonometric and hyperbolic functions that LLVM's back end does not have. Floats of 32 bits:
 * halves come widened. The formulas are those that Vulkan's precision table derives its bounds from
 * ("Precision and Operation of SPIR-V Instructions"), improved where that costs little. */
#include "translator/lower/extended/widened_rows.h"

#include "translator/lower/extended/formulas.h"

#define PI 3.14159265358979323846

/* The polynomial with these coefficients, the highest power's first. */
static ir_value polynomial(struct lowering *l, ir_value x, const double *coefficients, uint32_t count) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value sum = constant_float(l, type, coefficients[0]);
    for (uint32_t i = 1; i < count; i++)
        sum = emit_call3(l, "llvm.fma", sum, x, constant_float(l, type, coefficients[i]));
    return sum;
}

/* ---- inverse functions, all through the arc tangent of a number in [0, 1] ---- */

/* atan(q) = q + q * s * P(s), s = q * q, 0 <= q <= 1: within 2 ULP, where 4096 are asked for. */
static ir_value arc_tangent_to_1(struct lowering *l, ir_value q) {
    static const double coefficients[] = {2.78569828e-3, -1.58660226e-2, 4.24722321e-2, -7.49753043e-2,
                                          1.06448799e-1, -1.42070308e-1, 1.99934542e-1, -3.33331466e-1};
    ir_value square = emit_binary(l, IR_FMUL, q, q);
    ir_value rest = polynomial(l, square, coefficients, sizeof coefficients / sizeof *coefficients);
    return emit_call3(l, "llvm.fma", emit_binary(l, IR_FMUL, rest, square), q, q);
}

/* pi / 2 - angle where the quotient was turned over. */
static ir_value turn_back(struct lowering *l, ir_value turned, ir_value angle) {
    ir_type type = ir_type_of(l->ir, angle);
    return emit_select(l, turned, emit_binary(l, IR_FSUB, constant_float(l, type, PI / 2), angle), angle);
}

static ir_value arc_tangent(struct lowering *l, ir_value x) {
    ir_value one = constant_float(l, ir_type_of(l->ir, x), 1);
    ir_value magnitude = emit_call1(l, "llvm.fabs", x);
    ir_value is_steep = emit_compare(l, IR_FCMP, IR_OGT, magnitude, one);
    ir_value q = emit_select(l, is_steep, emit_fdiv(l, one, magnitude), magnitude);
    return emit_call2(l, "llvm.copysign", turn_back(l, is_steep, arc_tangent_to_1(l, q)), x);
}

/* The angle of the point (x, y), from -pi to pi. Equal magnitudes, 0 and infinity among them, have the
 * quotient 1. */
static ir_value angle_of(struct lowering *l, ir_value y, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value width = emit_call1(l, "llvm.fabs", x), height = emit_call1(l, "llvm.fabs", y);
    ir_value is_steep = emit_compare(l, IR_FCMP, IR_OGT, height, width);
    ir_value longer = emit_select(l, is_steep, height, width), shorter = emit_select(l, is_steep, width, height);
    ir_value quotient = emit_fdiv(l, shorter, longer);
    ir_value is_diagonal = emit_compare(l, IR_FCMP, IR_OEQ, height, width);
    quotient = emit_select(l, is_diagonal, constant_float(l, type, 1), quotient);
    ir_value angle = turn_back(l, is_steep, arc_tangent_to_1(l, quotient));
    ir_value is_left = emit_compare(l, IR_FCMP, IR_OLT, x, ir_zero(l->ir, type));
    angle = emit_select(l, is_left, emit_binary(l, IR_FSUB, constant_float(l, type, PI), angle), angle);
    return emit_call2(l, "llvm.copysign", angle, y);
}

/* sqrt(1 - x * x), without the cancellation near 1. */
static ir_value other_leg(struct lowering *l, ir_value x) {
    ir_value one = constant_float(l, ir_type_of(l->ir, x), 1);
    ir_value sum = emit_binary(l, IR_FADD, one, x), difference = emit_binary(l, IR_FSUB, one, x);
    return emit_sqrt(l, emit_binary(l, IR_FMUL, difference, sum));
}

/* ---- hyperbolic functions ---- */

/* (exp(x) + exp(-x)) / 2, or with FSUB the difference. */
static ir_value half_of_exponentials(struct lowering *l, enum ir_opcode opcode, ir_value x) {
    ir_value falling = emit_exp(l, emit_fneg(l, x));
    ir_value both = emit_binary(l, opcode, emit_exp(l, x), falling);
    return emit_binary(l, IR_FMUL, both, constant_float(l, ir_type_of(l->ir, x), 0.5));
}

/* Near zero the exponentials cancel: there the first terms of the series. */
static ir_value hyperbolic_sine(struct lowering *l, ir_value x) {
    static const double series[] = {1.0 / 5040, 1.0 / 120, 1.0 / 6};
    ir_type type = ir_type_of(l->ir, x);
    ir_value square = emit_binary(l, IR_FMUL, x, x);
    ir_value rest = emit_binary(l, IR_FMUL, polynomial(l, square, series, 3), square);
    ir_value near_zero = emit_call3(l, "llvm.fma", rest, x, x);
    ir_value is_near = emit_compare(l, IR_FCMP, IR_OLT, emit_call1(l, "llvm.fabs", x), constant_float(l, type, 0.5));
    return emit_select(l, is_near, near_zero, half_of_exponentials(l, IR_FSUB, x));
}

/* log(x + sqrt(x * x + offset)) */
static ir_value area_function(struct lowering *l, ir_value x, double offset) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value root = emit_sqrt(l, emit_call3(l, "llvm.fma", x, x, constant_float(l, type, offset)));
    return emit_log(l, emit_binary(l, IR_FADD, x, root));
}

/* ---- the formulas ---- */

EXTENDED_WIDENED_ROWS(FORMULA_FUNCTION)
