/* Functions that compose IR out of values; the chapters on arithmetic are written with them. Every function appends to
 * the open block and gives the result; its type follows the operands, scalar or vector alike. */
#ifndef TRANSLATOR_EXPRESSION_H
#define TRANSLATOR_EXPRESSION_H

#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* The attributes of intrinsics that only compute. */
enum { PURE = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_NOCALLBACK | IR_FUNCTION_READNONE };

enum type_class { CLASS_INTEGER, CLASS_FLOAT, CLASS_BOOLEAN, CLASS_POINTER, CLASS_OTHER };

/* ---- types ---- */

/* The component of a vector type; any other type itself. */
ir_type type_scalar_of(struct lowering *l, ir_type type);
/* Components of a vector type; 1 of any other. */
uint32_t type_count_of(struct lowering *l, ir_type type);
/* A type with the components of `shape` and that scalar. */
ir_type type_with_scalar(struct lowering *l, ir_type shape, ir_type scalar);
/* The same for an integer of `width` bits. */
ir_type type_with_integer(struct lowering *l, ir_type shape, uint32_t width);
/* The class of a scalar, or of a vector's component; i1 is a boolean. */
enum type_class type_class_of(struct lowering *l, ir_type type);
/* Bits of a scalar, or of a vector's component, that is an integer or a float. */
uint32_t type_width_of(struct lowering *l, ir_type type);

/* ---- checked_operands.c: what is not valid SPIR-V ends the translation ---- */

/* Operand `index` of the instruction. */
ir_value lower_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index);
/* The same, of that type. */
ir_value lower_operand_of_type(struct lowering *l, const struct spirv_instruction *in, uint32_t index, ir_type type);
/* The same, of that class. */
ir_value lower_operand_of_class(struct lowering *l, const struct spirv_instruction *in, uint32_t index,
                                enum type_class class);
/* The IR type of the instruction's result, whose class must be that. */
ir_type lower_result_type_of_class(struct lowering *l, const struct spirv_instruction *in, enum type_class class);
/* Fails unless both types have as many components. */
void lower_expect_same_count(struct lowering *l, const struct spirv_instruction *in, ir_type a, ir_type b);
/* lower_result_unchecked(), after a check that the value has the result type of the instruction. */
void lower_result(struct lowering *l, const struct spirv_instruction *in, ir_value value);

/* ---- constants ---- */

/* A float, or vector of it, that is nearest to `number`. */
ir_value constant_float(struct lowering *l, ir_type type, double number);
/* Whether the value is an integer constant; every component must pass `accepts`. */
bool constant_passes(struct lowering *l, ir_value value, bool (*accepts)(uint64_t component, uint32_t width));

/* ---- expressions ---- */

ir_value emit_binary(struct lowering *l, enum ir_opcode opcode, ir_value a, ir_value b);
ir_value emit_fneg(struct lowering *l, ir_value a);
ir_value emit_select(struct lowering *l, ir_value condition, ir_value if_true, ir_value if_false);
/* Intrinsics overloaded on the type of their first argument, which is also the type of the others, at most
 * three in all, and of the result. */
ir_value emit_overloaded_call(struct lowering *l, const char *intrinsic, const ir_value *arguments, uint32_t count);
ir_value emit_call1(struct lowering *l, const char *intrinsic, ir_value a);
ir_value emit_call2(struct lowering *l, const char *intrinsic, ir_value a, ir_value b);
ir_value emit_call3(struct lowering *l, const char *intrinsic, ir_value a, ir_value b, ir_value c);
/* The other one of a NaN and a number. */
ir_value emit_minimum(struct lowering *l, ir_value a, ir_value b);
ir_value emit_maximum(struct lowering *l, ir_value a, ir_value b);
/* A quotient, a square root, and the quotient of 1 and a square root. For 32-bit floats Vulkan allows an error of 2.5
 * ULP ("Precision and Operation of SPIR-V Instructions"), which !fpmath tells LLVM: on amdgcn each then takes 10
 * instructions instead of 14, 25 and 37. */
ir_value emit_fdiv(struct lowering *l, ir_value a, ir_value b);
ir_value emit_sqrt(struct lowering *l, ir_value a);
ir_value emit_inverse_sqrt(struct lowering *l, ir_value a);
/* `scalar` in every component of a value with the components of `shape`; itself if that is no vector. */
ir_value emit_splat(struct lowering *l, ir_value scalar, ir_type shape);
/* The components of `a` in the given order; the mask indexes `a`, then `b` (of the
 * same type). */
ir_value emit_shuffle(struct lowering *l, ir_value a, ir_value b, const uint32_t *mask, uint32_t count);
/* An integer value at another width, zero- or sign-extended. */
ir_value emit_integer_resize(struct lowering *l, ir_value value, uint32_t width, bool sign_extend);
/* An integer value of any width as 32 bits, extended as its sign says; 64 bits that do not fit become the nearest of
 * [-2^31, 2^31) that does. */
ir_value emit_integer_saturate(struct lowering *l, ir_value value, bool is_signed);
/* A float value with another scalar type, rounded to nearest even; the sign of a zero may be lost where the module does
 * not ask for it. The second: of a product, whose sign of zero it keeps. */
ir_value emit_float_resize(struct lowering *l, ir_value value, ir_type scalar);
ir_value emit_product_resize(struct lowering *l, ir_value product, ir_type scalar);
/* llvm.abs, llvm.ctlz or llvm.cttz, where the least integer and zero have a result too: themselves, and the width. */
ir_value emit_unpoisoned(struct lowering *l, const char *intrinsic, ir_value integer);
/* A quotient or a remainder of integers (IR_UDIV, IR_SDIV, IR_UREM, IR_SREM), of whatever operands: what SPIR-V leaves
 * undefined is a number here, and not LLVM's undefined behaviour. */
ir_value emit_division(struct lowering *l, enum ir_opcode opcode, ir_value dividend, ir_value divisor);
/* A shift whose amount may be any value: only its low bits count, so that LLVM never sees a shift by the width or more.
 * The mask costs nothing where the processor masks by itself, as amdgcn does for 32 and 64 bits. */
ir_value emit_shift(struct lowering *l, enum ir_opcode opcode, ir_value value, ir_value amount);
/* The sum of the products of two float vectors' components, first to last; of scalars their product. */
ir_value emit_dot_product(struct lowering *l, ir_value a, ir_value b);
/* a * b + c of floats, rounded once. */
ir_value emit_fma(struct lowering *l, ir_value a, ir_value b, ir_value c);

/* ---- small_floats.c: numbers of SPV_KHR_bfloat16 and SPV_EXT_float8 ---- */

/* Which such the components of a vector or cooperative matrix, or the scalar, are. */
enum spirv_small_float type_small_float(struct lowering *l, const struct spirv_type *type);
/* As 32-bit floats, exactly; and the nearest to 32-bit floats. */
ir_value emit_small_to_float(struct lowering *l, enum spirv_small_float format, ir_value value);
/* `saturates`: what is beyond the largest float8, or infinite, becomes the largest. */
ir_value emit_float_to_small(struct lowering *l, enum spirv_small_float format, ir_value value, bool saturates);

/* ---- toward_zero.c: what rounds toward zero ---- */

/* A sum, a difference or a product of floats. */
ir_value emit_toward_zero(struct lowering *l, enum ir_opcode opcode, ir_value a, ir_value b);
/* A float value with a narrower scalar type. */
ir_value emit_narrow_toward_zero(struct lowering *l, ir_value value, ir_type scalar);
/* An integer as a float. */
ir_value emit_integer_toward_zero(struct lowering *l, ir_value integer, ir_type type, bool is_signed);
/* The nearest float to an exact value, or the next one closer to zero, where what it stands for, `back`, is farther
 * from zero than that value. */
ir_value emit_not_beyond(struct lowering *l, ir_value nearest, ir_value back, ir_value exact);

/* A struct value of the type with these members. */
ir_value emit_struct(struct lowering *l, ir_type type, ir_value first, ir_value second);

#endif
