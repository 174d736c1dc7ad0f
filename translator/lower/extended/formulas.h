/* The operations of formulas (spirv/extended_rows.h) as IR, for the functions that make it: `l` is the lowering, `call`
 * the instruction. */
#ifndef TRANSLATOR_FORMULAS_H
#define TRANSLATOR_FORMULAS_H

#include "translator/lower/extended/extended.h"
#include "translator/lower/values.h"

/* glsl_numbers.c */
ir_value emit_number(struct lowering *l, ir_type type, double number);
ir_value emit_exp(struct lowering *l, ir_value x);
ir_value emit_log(struct lowering *l, ir_value x);
ir_value emit_exp2(struct lowering *l, ir_value x);
ir_value emit_log2(struct lowering *l, ir_value x);
/* glsl_geometry.c */
ir_value emit_scaled(struct lowering *l, ir_value vector, ir_value scalar);
ir_value emit_length(struct lowering *l, ir_value x);
ir_value emit_normalized(struct lowering *l, ir_value x);
ir_value emit_turned(struct lowering *l, const struct extended *call, ir_value vector, uint32_t by);

typedef ir_value VALUE;

#define CONSTANT(x)        emit_number(l, call->type, x)
#define NUMBER(x)          emit_number(l, type_scalar_of(l, call->type), x)
#define BITS(x)            constant_splat(l, call->type, x)
#define WIDTH              type_width_of(l, call->type)
#define FADD(x, y)         emit_binary(l, IR_FADD, x, y)
#define FSUB(x, y)         emit_binary(l, IR_FSUB, x, y)
#define FMUL(x, y)         emit_binary(l, IR_FMUL, x, y)
#define FDIV(x, y)         emit_fdiv(l, x, y)
#define SUB(x, y)          emit_binary(l, IR_SUB, x, y)
#define XOR(x, y)          emit_binary(l, IR_XOR, x, y)
#define ASHR(x, y)         emit_binary(l, IR_ASHR, x, y)
#define FNEG(x)            emit_fneg(l, x)
#define FLT(x, y)          emit_compare(l, IR_FCMP, IR_OLT, x, y)
#define FGT(x, y)          emit_compare(l, IR_FCMP, IR_OGT, x, y)
#define IEQ(x, y)          emit_compare(l, IR_ICMP, IR_EQ, x, y)
#define CHOOSE(test, x, y) emit_select(l, test, x, y)
#define FMIN(x, y)         emit_minimum(l, x, y)
#define FMAX(x, y)         emit_maximum(l, x, y)
#define UMIN(x, y)         emit_call2(l, "llvm.umin", x, y)
#define UMAX(x, y)         emit_call2(l, "llvm.umax", x, y)
#define SMIN(x, y)         emit_call2(l, "llvm.smin", x, y)
#define SMAX(x, y)         emit_call2(l, "llvm.smax", x, y)
#define FMA(x, y, z)       emit_fma(l, x, y, z)
#define COPYSIGN(x, y)     emit_call2(l, "llvm.copysign", x, y)
#define FABS(x)            emit_call1(l, "llvm.fabs", x)
#define SABS(x)            emit_unpoisoned(l, "llvm.abs", x)
#define FTRUNC(x)          emit_call1(l, "llvm.trunc", x)
#define FFLOOR(x)          emit_call1(l, "llvm.floor", x)
#define FCEIL(x)           emit_call1(l, "llvm.ceil", x)
#define FROUNDEVEN(x)      emit_call1(l, "llvm.roundeven", x)
#define CTTZ(x)            emit_unpoisoned(l, "llvm.cttz", x)
#define CTLZ(x)            emit_unpoisoned(l, "llvm.ctlz", x)
#define SQRT(x)            emit_sqrt(l, x)
#define RSQRT(x)           emit_inverse_sqrt(l, x)
#define SIN(x)             emit_call1(l, "llvm.sin", x)
#define COS(x)             emit_call1(l, "llvm.cos", x)
#define POW(x, y)          emit_call2(l, "llvm.pow", x, y)
#define EXP(x)             emit_exp(l, x)
#define LOG(x)             emit_log(l, x)
#define EXP2(x)            emit_exp2(l, x)
#define LOG2(x)            emit_log2(l, x)
#define DOT(x, y)          emit_dot_product(l, x, y)
#define TIMES(x, s)        emit_scaled(l, x, s)
#define LENGTH(x)          emit_length(l, x)
#define NORMALIZE(x)       emit_normalized(l, x)
#define YZX(x)             emit_turned(l, call, x, 1)
#define ZXY(x)             emit_turned(l, call, x, 2)

#define FORMULA_FUNCTION(name, operand_count, rule, accuracy, ...)                                                     \
    ir_value extended_##name(struct lowering *l, const struct extended *call) {                                        \
        const ir_value a = call->operands[0], b = call->operands[1], c = call->operands[2];                            \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        __VA_ARGS__;                                                                                                   \
    }

#endif
