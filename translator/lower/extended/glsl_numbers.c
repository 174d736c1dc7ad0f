/* GLSL.std.450: the instructions that work number by number. */
#include "translator/lower/extended/extended.h"

ir_value expand_s_abs(struct lowering *l, const struct extended *call) {
    ir_value least_is_poison = ir_integer(l->ir, ir_type_integer(l->ir, 1), 0);
    ir_value arguments[] = {call->operands[0], least_is_poison};
    return emit_intrinsic(l, overloaded_name(l, "llvm.abs", call->type), call->type, arguments, 2, PURE);
}

ir_value expand_f_sign(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0], zero = ir_zero(l->ir, call->type);
    ir_value negative = choose(l, emit_compare(l, IR_FCMP, IR_OLT, x, zero), real(l, call->type, -1), zero);
    return choose(l, emit_compare(l, IR_FCMP, IR_OGT, x, zero), real(l, call->type, 1), negative);
}

ir_value expand_s_sign(struct lowering *l, const struct extended *call) {
    ir_value at_least = call2(l, "llvm.smax", call->operands[0], constant_splat(l, call->type, UINT64_MAX));
    return call2(l, "llvm.smin", at_least, constant_splat(l, call->type, 1));
}

ir_value expand_fract(struct lowering *l, const struct extended *call) {
    return apply(l, IR_FSUB, call->operands[0], call1(l, "llvm.floor", call->operands[0]));
}

ir_value expand_radians(struct lowering *l, const struct extended *call) {
    return apply(l, IR_FMUL, call->operands[0], real(l, call->type, 0.017453292519943295));
}

ir_value expand_degrees(struct lowering *l, const struct extended *call) {
    return apply(l, IR_FMUL, call->operands[0], real(l, call->type, 57.29577951308232));
}

ir_value expand_sqrt(struct lowering *l, const struct extended *call) {
    return square_root(l, call->operands[0]);
}

ir_value expand_inverse_sqrt(struct lowering *l, const struct extended *call) {
    return inverse_square_root(l, call->operands[0]);
}

static ir_value clamp(struct lowering *l, const struct extended *call, const char *max, const char *min) {
    return call2(l, min, call2(l, max, call->operands[0], call->operands[1]), call->operands[2]);
}

/* FClamp and NClamp. */
ir_value expand_f_clamp(struct lowering *l, const struct extended *call) {
    return clamp(l, call, "llvm.maxnum", "llvm.minnum");
}

ir_value expand_u_clamp(struct lowering *l, const struct extended *call) {
    return clamp(l, call, "llvm.umax", "llvm.umin");
}

ir_value expand_s_clamp(struct lowering *l, const struct extended *call) {
    return clamp(l, call, "llvm.smax", "llvm.smin");
}

/* x * (1 - a) + y * a */
ir_value expand_mix(struct lowering *l, const struct extended *call) {
    ir_value a = call->operands[2];
    ir_value rest = apply(l, IR_FSUB, real(l, call->type, 1), a);
    return apply(l, IR_FADD, apply(l, IR_FMUL, call->operands[0], rest), apply(l, IR_FMUL, call->operands[1], a));
}

/* Operands: edge, x. */
ir_value expand_step(struct lowering *l, const struct extended *call) {
    ir_value below = emit_compare(l, IR_FCMP, IR_OLT, call->operands[1], call->operands[0]);
    return choose(l, below, ir_zero(l->ir, call->type), real(l, call->type, 1));
}

/* Operands: edge0, edge1, x. t = clamp((x - edge0) / (edge1 - edge0), 0, 1); t * t * (3 - 2 * t) */
ir_value expand_smooth_step(struct lowering *l, const struct extended *call) {
    ir_value way = apply(l, IR_FSUB, call->operands[2], call->operands[0]);
    ir_value length = apply(l, IR_FSUB, call->operands[1], call->operands[0]);
    ir_value t = call2(l, "llvm.maxnum", divide_float(l, way, length), ir_zero(l->ir, call->type));
    t = call2(l, "llvm.minnum", t, real(l, call->type, 1));
    ir_value slope = apply(l, IR_FSUB, real(l, call->type, 3), apply(l, IR_FMUL, real(l, call->type, 2), t));
    return apply(l, IR_FMUL, apply(l, IR_FMUL, t, t), slope);
}

/* ---- bit numbers; -1 where there is no such bit ---- */

static ir_value count_zeros(struct lowering *l, const char *intrinsic, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value arguments[] = {x, ir_integer(l->ir, ir_type_integer(l->ir, 1), 0)}; /* of zero: the width */
    return emit_intrinsic(l, overloaded_name(l, intrinsic, type), type, arguments, 2, PURE);
}

ir_value expand_find_i_lsb(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, x, ir_zero(l->ir, call->type));
    return choose(l, none, constant_splat(l, call->type, UINT64_MAX), count_zeros(l, "llvm.cttz", x));
}

/* The width less one, less the leading zeros: of 0 that is -1. */
static ir_value highest_one(struct lowering *l, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value top = constant_splat(l, type, width_of(l, type) - 1);
    return apply(l, IR_SUB, top, count_zeros(l, "llvm.ctlz", x));
}

ir_value expand_find_u_msb(struct lowering *l, const struct extended *call) {
    return highest_one(l, call->operands[0]);
}

/* The highest bit that differs from the sign: a negative number's ones and zeros change places. */
ir_value expand_find_s_msb(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    ir_value sign = apply(l, IR_ASHR, x, constant_splat(l, call->type, width_of(l, call->type) - 1));
    return highest_one(l, apply(l, IR_XOR, x, sign));
}
