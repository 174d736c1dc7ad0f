/* GLSL.std.450: the instructions that work number by number. */
#include "translator/lower/expression.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/values.h"

ir_value expand_s_abs(struct lowering *l, const struct extended *call) {
    ir_value least_is_poison = ir_integer(l->ir, ir_type_integer(l->ir, 1), 0);
    ir_value arguments[] = {call->operands[0], least_is_poison};
    return emit_intrinsic(l, intrinsic_overloaded_name(l, "llvm.abs", call->type), call->type, arguments, 2, PURE);
}

ir_value expand_f_sign(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0], zero = ir_zero(l->ir, call->type);
    ir_value negative =
        emit_select(l, emit_compare(l, IR_FCMP, IR_OLT, x, zero), constant_float(l, call->type, -1), zero);
    return emit_select(l, emit_compare(l, IR_FCMP, IR_OGT, x, zero), constant_float(l, call->type, 1), negative);
}

ir_value expand_s_sign(struct lowering *l, const struct extended *call) {
    ir_value at_least = emit_call2(l, "llvm.smax", call->operands[0], constant_splat(l, call->type, UINT64_MAX));
    return emit_call2(l, "llvm.smin", at_least, constant_splat(l, call->type, 1));
}

ir_value expand_fma(struct lowering *l, const struct extended *call) {
    return emit_fma(l, call->operands[0], call->operands[1], call->operands[2]);
}

ir_value expand_fract(struct lowering *l, const struct extended *call) {
    return emit_binary(l, IR_FSUB, call->operands[0], emit_call1(l, "llvm.floor", call->operands[0]));
}

ir_value expand_radians(struct lowering *l, const struct extended *call) {
    return emit_binary(l, IR_FMUL, call->operands[0], constant_float(l, call->type, 0.017453292519943295));
}

ir_value expand_degrees(struct lowering *l, const struct extended *call) {
    return emit_binary(l, IR_FMUL, call->operands[0], constant_float(l, call->type, 57.29577951308232));
}

ir_value expand_sqrt(struct lowering *l, const struct extended *call) {
    return emit_sqrt(l, call->operands[0]);
}

ir_value expand_inverse_sqrt(struct lowering *l, const struct extended *call) {
    return emit_inverse_sqrt(l, call->operands[0]);
}

/* The row has the greatest and the least of two. */
ir_value expand_clamp(struct lowering *l, const struct extended *call) {
    ir_value at_least = emit_call2(l, call->row->intrinsic, call->operands[0], call->operands[1]);
    return emit_call2(l, call->row->other, at_least, call->operands[2]);
}

/* x * (1 - a) + y * a */
ir_value expand_mix(struct lowering *l, const struct extended *call) {
    ir_value a = call->operands[2];
    ir_value rest = emit_binary(l, IR_FSUB, constant_float(l, call->type, 1), a);
    return emit_binary(l, IR_FADD, emit_binary(l, IR_FMUL, call->operands[0], rest),
                       emit_binary(l, IR_FMUL, call->operands[1], a));
}

/* Operands: edge, x. */
ir_value expand_step(struct lowering *l, const struct extended *call) {
    ir_value below = emit_compare(l, IR_FCMP, IR_OLT, call->operands[1], call->operands[0]);
    return emit_select(l, below, ir_zero(l->ir, call->type), constant_float(l, call->type, 1));
}

/* Operands: edge0, edge1, x. t = clamp((x - edge0) / (edge1 - edge0), 0, 1); t * t * (3 - 2 * t) */
ir_value expand_smooth_step(struct lowering *l, const struct extended *call) {
    ir_value way = emit_binary(l, IR_FSUB, call->operands[2], call->operands[0]);
    ir_value length = emit_binary(l, IR_FSUB, call->operands[1], call->operands[0]);
    ir_value t = emit_call2(l, "llvm.maxnum", emit_fdiv(l, way, length), ir_zero(l->ir, call->type));
    t = emit_call2(l, "llvm.minnum", t, constant_float(l, call->type, 1));
    ir_value slope = emit_binary(l, IR_FSUB, constant_float(l, call->type, 3),
                                 emit_binary(l, IR_FMUL, constant_float(l, call->type, 2), t));
    return emit_binary(l, IR_FMUL, emit_binary(l, IR_FMUL, t, t), slope);
}

/* ---- bit numbers; -1 where there is no such bit ---- */

ir_value expand_find_i_lsb(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, x, ir_zero(l->ir, call->type));
    return emit_select(l, none, constant_splat(l, call->type, UINT64_MAX), emit_count_zeros(l, "llvm.cttz", x));
}

/* The width less one, less the leading zeros: of 0 that is -1. */
static ir_value highest_one(struct lowering *l, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    ir_value top = constant_splat(l, type, type_width_of(l, type) - 1);
    return emit_binary(l, IR_SUB, top, emit_count_zeros(l, "llvm.ctlz", x));
}

ir_value expand_find_u_msb(struct lowering *l, const struct extended *call) {
    return highest_one(l, call->operands[0]);
}

/* The highest bit that differs from the sign: a negative number's ones and zeros change places. */
ir_value expand_find_s_msb(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    ir_value sign = emit_binary(l, IR_ASHR, x, constant_splat(l, call->type, type_width_of(l, call->type) - 1));
    return highest_one(l, emit_binary(l, IR_XOR, x, sign));
}

/* ---- exponentials and logarithms ---- */

/* The processor has both to base 2, for floats within 1 ULP, and flushes
 * denormals. Vulkan's table ("Precision and Operation of SPIR-V Instructions") allows exp and exp2 of floats
 * 3 + 2 * |x| ULP, and log and log2 3 ULP, or 2^-21 in [0.5, 2]; a denormal may be flushed unless DenormPreserve says
 * otherwise. LLVM's own functions spend six instructions on denormals. */
#define LOG2_OF_E 1.4426950408889634
#define LN_OF_2   0.69314718055994531

/* Whether `x` is computed by the processor's instruction; what is constant is left for LLVM to fold. */
static bool is_approximated(struct lowering *l, ir_value x) {
    return l->floats.approximates && type_width_of(l, ir_type_of(l->ir, x)) == 32 &&
           ir_value_get(l->ir, x)->kind < IR_VALUE_INTEGER;
}

/* An intrinsic that takes no vectors, of each component. */
static ir_value of_each(struct lowering *l, const char *intrinsic, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    uint32_t count = type_count_of(l, type);
    ir_value result = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < count; i++)
        result = emit_insert_element(l, result, emit_call1(l, intrinsic, emit_extract_element(l, x, i)), i);
    return result;
}

static ir_value times(struct lowering *l, ir_value x, double factor) {
    return emit_binary(l, IR_FMUL, x, constant_float(l, ir_type_of(l->ir, x), factor));
}

/* x * log2(e) is off by at most |x| ULP of the result, two roundings of 2^-24 each. */
ir_value emit_exp(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? of_each(l, l->target->exp2, times(l, x, LOG2_OF_E)) : emit_call1(l, "llvm.exp", x);
}

ir_value emit_log(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? times(l, of_each(l, l->target->log2, x), LN_OF_2) : emit_call1(l, "llvm.log", x);
}

ir_value expand_exp(struct lowering *l, const struct extended *call) {
    return emit_exp(l, call->operands[0]);
}

ir_value expand_log(struct lowering *l, const struct extended *call) {
    return emit_log(l, call->operands[0]);
}

ir_value expand_exp2(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    return is_approximated(l, x) ? of_each(l, l->target->exp2, x) : emit_call1(l, "llvm.exp2", x);
}

ir_value expand_log2(struct lowering *l, const struct extended *call) {
    ir_value x = call->operands[0];
    return is_approximated(l, x) ? of_each(l, l->target->log2, x) : emit_call1(l, "llvm.log2", x);
}
