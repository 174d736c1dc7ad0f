/* Arithmetic, relational and logical instructions (SPIR-V specification 3.49.13, 3.49.15);
 * docs/reference/arithmetic.md.
 *
 * Sums and products may be contracted (float_contracts). Nothing sets nsw and nuw, which would turn a wrong decoration
 * into poison.
 */
#include <math.h>

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/expression.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- one IR instruction each; the row says which ---- */

static enum type_class class_of_opcode(uint8_t opcode) {
    return opcode == IR_FNEG || (opcode >= IR_FADD && opcode <= IR_FREM) ? CLASS_FLOAT : CLASS_INTEGER;
}

void lower_unary(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, class_of_opcode(l->row->ir_opcode));
    lower_result(l, in, emit1(l, l->row->ir_opcode, type, lower_operand_of_type(l, in, 0, type)));
}

void lower_binary(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, class_of_opcode(l->row->ir_opcode));
    ir_value a = lower_operand_of_type(l, in, 0, type);
    lower_result(l, in, emit_binary(l, l->row->ir_opcode, a, lower_operand_of_type(l, in, 1, type)));
}

/* SPV_KHR_fma */
void lower_op_fma(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value a = lower_operand_of_type(l, in, 0, type), b = lower_operand_of_type(l, in, 1, type);
    lower_result(l, in, emit_fma(l, a, b, lower_operand_of_type(l, in, 2, type)));
}

void lower_comparison(struct lowering *l, const struct spirv_instruction *in) {
    ir_value a = lower_operand_of_class(l, in, 0, l->row->ir_opcode == IR_FCMP ? CLASS_FLOAT : CLASS_INTEGER);
    ir_value b = lower_operand_of_type(l, in, 1, ir_type_of(l->ir, a));
    lower_result(l, in, emit_compare(l, l->row->ir_opcode, l->row->detail, a, b));
}

void lower_logical(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_BOOLEAN);
    ir_value a = lower_operand_of_type(l, in, 0, type);
    lower_result(l, in, emit_binary(l, l->row->ir_opcode, a, lower_operand_of_type(l, in, 1, type)));
}

void lower_logical_equal(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_BOOLEAN);
    ir_value a = lower_operand_of_type(l, in, 0, type);
    lower_result(l, in, emit_compare(l, IR_ICMP, l->row->detail, a, lower_operand_of_type(l, in, 1, type)));
}

void lower_op_s_negate(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    lower_result(l, in, emit_binary(l, IR_SUB, ir_zero(l->ir, type), lower_operand_of_type(l, in, 0, type)));
}

/* OpNot and OpLogicalNot. */
void lower_not(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, (enum type_class)l->row->detail);
    ir_value ones = constant_splat(l, type, UINT64_MAX >> (64 - type_width_of(l, type)));
    lower_result(l, in, emit_binary(l, IR_XOR, lower_operand_of_type(l, in, 0, type), ones));
}

/* ---- division ---- */

static bool divides_unsigned(uint64_t divisor, uint32_t width) {
    (void)width;
    return divisor != 0;
}

static bool divides_signed(uint64_t divisor, uint32_t width) {
    return divisor != 0 && divisor != UINT64_MAX >> (64 - width);
}

/* A division by zero, or of the least integer by -1, gives an undefined value in SPIR-V and is undefined behaviour in
 * LLVM. In these cases the divisor is replaced by 1. That costs one or three comparisons and a select, compared with
 * about twenty instructions for a division on amdgcn, and nothing for a constant divisor. The freeze makes sure that
 * the comparison and the division see the same value of an undefined divisor. */
static ir_value guarded_divisor(struct lowering *l, ir_value dividend, ir_value divisor, bool is_signed) {
    if (constant_passes(l, divisor, is_signed ? divides_signed : divides_unsigned))
        return divisor;
    ir_type type = ir_type_of(l->ir, divisor);
    uint32_t width = type_width_of(l, type);
    divisor = emit1(l, IR_FREEZE, type, divisor);
    ir_value refused = emit_compare(l, IR_ICMP, IR_EQ, divisor, ir_zero(l->ir, type));
    if (is_signed) {
        ir_value least = constant_splat(l, type, UINT64_C(1) << (width - 1));
        ir_value minus_one = constant_splat(l, type, UINT64_MAX >> (64 - width));
        ir_value negates = emit_compare(l, IR_ICMP, IR_EQ, divisor, minus_one);
        ir_value overflows = emit_binary(l, IR_AND, emit_compare(l, IR_ICMP, IR_EQ, dividend, least), negates);
        refused = emit_binary(l, IR_OR, refused, overflows);
    }
    return emit_select(l, refused, constant_splat(l, type, 1), divisor);
}

static bool is_any(uint64_t component, uint32_t width) {
    (void)component;
    (void)width;
    return true;
}

/* The backend knows no bits of this intrinsic's value, of which it takes no long vectors. It is a copy that costs no
 * instruction: the lanes that it may add compute what nobody sees. */
static ir_value hidden_bits(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value), scalar = type_scalar_of(l, type);
    const char *name = intrinsic_overloaded_name(l, IR_NAME_SOFT_WHOLE_QUAD, scalar);
    uint32_t count = type_count_of(l, type);
    ir_value hidden = value;
    for (uint32_t i = 0; i < count; i++) {
        ir_value element = emit_extract_element(l, value, i);
        element = emit_intrinsic(l, name, scalar, &element, 1, PURE);
        hidden = count == 1 ? element : emit_insert_element(l, hidden, element, i);
    }
    return hidden;
}

/* The backend may take the way through floats for a division whose divisor is no constant, or which has more than 32
 * bits. */
static ir_value unseen_dividend(struct lowering *l, ir_value dividend, ir_value divisor) {
    const struct map_options *options = &l->map.options;
    uint32_t width = type_width_of(l, ir_type_of(l->ir, dividend));
    bool is_constant = constant_passes(l, divisor, is_any) && (width <= 32 || constant_passes(l, dividend, is_any));
    if (l->options->target != SMMRA_TARGET_AMDGCN || !options->backend_workarounds ||
        !profile_get(options->profile)->rounds_quotients || width <= 16 || is_constant)
        return dividend;
    return hidden_bits(l, dividend);
}

/* An undefined dividend could be the least integer for the division and another value for the comparison. */
ir_value emit_division(struct lowering *l, enum ir_opcode opcode, ir_value dividend, ir_value divisor) {
    bool is_signed = opcode == IR_SDIV || opcode == IR_SREM;
    if (is_signed && !constant_passes(l, divisor, divides_signed))
        dividend = emit1(l, IR_FREEZE, ir_type_of(l->ir, dividend), dividend);
    ir_value guarded = guarded_divisor(l, dividend, divisor, is_signed);
    return emit_binary(l, opcode, unseen_dividend(l, dividend, divisor), guarded);
}

void lower_division(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value dividend = lower_operand_of_type(l, in, 0, type);
    lower_result(l, in, emit_division(l, l->row->ir_opcode, dividend, lower_operand_of_type(l, in, 1, type)));
}

/* The remainder with the sign of operand 2: -7 mod 3 is 2, where -7 rem 3 is -1. */
void lower_op_s_mod(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value divisor = lower_operand_of_type(l, in, 1, type);
    ir_value remainder = emit_division(l, IR_SREM, lower_operand_of_type(l, in, 0, type), divisor);
    ir_value zero = ir_zero(l->ir, type);
    ir_value is_inexact = emit_compare(l, IR_ICMP, IR_NE, remainder, zero);
    ir_value signs_differ = emit_compare(l, IR_ICMP, IR_SLT, emit_binary(l, IR_XOR, remainder, divisor), zero);
    ir_value adjusted = emit_binary(l, IR_ADD, remainder, divisor);
    lower_result(l, in, emit_select(l, emit_binary(l, IR_AND, is_inexact, signs_differ), adjusted, remainder));
}

void lower_op_f_div(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value dividend = lower_operand_of_type(l, in, 0, type);
    lower_result(l, in, emit_fdiv(l, dividend, lower_operand_of_type(l, in, 1, type)));
}

/* The remainder of floats with the sign of operand 2. frem is exact; the sum is rounded once. */
static ir_value exact_modulus(struct lowering *l, ir_value dividend, ir_value divisor) {
    ir_value remainder = emit_binary(l, IR_FREM, dividend, divisor);
    ir_value zero = ir_zero(l->ir, ir_type_of(l->ir, dividend));
    ir_value is_negative = emit_compare(l, IR_FCMP, IR_OLT, remainder, zero);
    ir_value is_positive = emit_compare(l, IR_FCMP, IR_OGT, remainder, zero);
    ir_value divisor_negative = emit_compare(l, IR_FCMP, IR_OLT, divisor, zero);
    ir_value signs_differ = emit_select(l, divisor_negative, is_positive, is_negative);
    ir_value adjusted = emit_binary(l, IR_FADD, remainder, divisor);
    return emit_select(l, signs_differ, adjusted, remainder);
}

/* x - y * whole(x / y), from which Vulkan's table derives the precision of both remainders. The quotient is corrected
 * by what it leaves: then it is a whole number wherever x is a multiple of y, and the remainder 0. */
static ir_value derived_remainder(struct lowering *l, const char *whole, ir_value x, ir_value y) {
    ir_value inverse = emit_fdiv(l, constant_float(l, ir_type_of(l->ir, x), 1), y);
    ir_value first = emit_binary(l, IR_FMUL, x, inverse);
    ir_value left = emit_call3(l, "llvm.fma", emit_fneg(l, first), y, x);
    ir_value quotient = emit_call3(l, "llvm.fma", left, inverse, first);
    return emit_call3(l, "llvm.fma", emit_fneg(l, emit_call1(l, whole, quotient)), y, x);
}

/* OpFRem, with the sign of operand 1, and OpFMod. */
void lower_float_remainder(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value x = lower_operand_of_type(l, in, 0, type), y = lower_operand_of_type(l, in, 1, type), result;
    bool is_modulus = l->row->ir_opcode != IR_FREM;
    if (l->floats.approximates && type_width_of(l, type) == 32)
        result = derived_remainder(l, is_modulus ? "llvm.floor" : "llvm.trunc", x, y);
    else
        result = is_modulus ? exact_modulus(l, x, y) : emit_binary(l, IR_FREM, x, y);
    lower_result(l, in, result);
}

/* ---- two results ---- */

/* The IR type of the result, which must be a struct of two members of type `member`. */
static ir_type pair_type(struct lowering *l, const struct spirv_instruction *in, ir_type member) {
    ir_type type = lower_type(l, in->type);
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    if (info->kind != IR_TYPE_STRUCT || info->member_count != 2 || info->members[0] != member ||
        info->members[1] != member)
        FAIL_INVALID(l, in, "the result is not a struct of two values of the operands' type");
    return type;
}

/* OpIAddCarry and OpISubBorrow: carried if the sum is below an addend, borrowed if the minuend is below the
 * subtrahend. */
void lower_carry(struct lowering *l, const struct spirv_instruction *in) {
    ir_value a = lower_operand_of_class(l, in, 0, CLASS_INTEGER);
    ir_type member = ir_type_of(l->ir, a);
    ir_value b = lower_operand_of_type(l, in, 1, member);
    ir_type type = pair_type(l, in, member);
    ir_value low = emit_binary(l, l->row->ir_opcode, a, b);
    ir_value carries =
        l->row->ir_opcode == IR_ADD ? emit_compare(l, IR_ICMP, IR_ULT, low, a) : emit_compare(l, IR_ICMP, IR_ULT, a, b);
    lower_result(l, in, emit_struct(l, type, low, emit1(l, IR_ZEXT, member, carries)));
}

/* OpUMulExtended and OpSMulExtended: the product at twice the width, low half first. */
void lower_extended_multiplication(struct lowering *l, const struct spirv_instruction *in) {
    ir_value a = lower_operand_of_class(l, in, 0, CLASS_INTEGER);
    ir_type member = ir_type_of(l->ir, a);
    ir_value b = lower_operand_of_type(l, in, 1, member);
    ir_type type = pair_type(l, in, member);
    uint32_t width = type_width_of(l, member);
    ir_type wide = type_with_integer(l, member, 2 * width);
    ir_value wide_b = emit1(l, l->row->ir_opcode, wide, b);
    ir_value product = emit_binary(l, IR_MUL, emit1(l, l->row->ir_opcode, wide, a), wide_b);
    ir_value low = emit1(l, IR_TRUNC, member, product);
    ir_value high = emit_binary(l, IR_LSHR, product, constant_splat(l, wide, width));
    lower_result(l, in, emit_struct(l, type, low, emit1(l, IR_TRUNC, member, high)));
}

/* ---- products of vectors and scalars ---- */

/* "It is implementation-defined whether intermediate values are rounded" (SPV_KHR_bfloat16): here they are floats. */
static void lower_dot_of_bfloats(struct lowering *l, const struct spirv_instruction *in) {
    ir_value a = lower_operand(l, in, 0), b = lower_operand_of_type(l, in, 1, ir_type_of(l->ir, a));
    b = emit_small_to_float(l, SPIRV_BFLOAT16, b);
    ir_value sum = emit_dot_product(l, emit_small_to_float(l, SPIRV_BFLOAT16, a), b);
    lower_result(l, in, emit_float_to_small(l, SPIRV_BFLOAT16, sum, false));
}

void lower_op_dot(struct lowering *l, const struct spirv_instruction *in) {
    if (type_small_float(l, type_of_operand(l, in->operands[0])) == SPIRV_BFLOAT16) {
        lower_dot_of_bfloats(l, in);
        return;
    }
    ir_value a = lower_operand_of_class(l, in, 0, CLASS_FLOAT);
    lower_result(l, in, emit_dot_product(l, a, lower_operand_of_type(l, in, 1, ir_type_of(l->ir, a))));
}

void lower_op_vector_times_scalar(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value vector = lower_operand_of_type(l, in, 0, type);
    ir_value scalar = lower_operand_of_type(l, in, 1, type_scalar_of(l, type));
    lower_result(l, in, emit_binary(l, IR_FMUL, vector, emit_splat(l, scalar, type)));
}

/* ---- tests ---- */

void lower_op_is_nan(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = lower_operand_of_class(l, in, 0, CLASS_FLOAT);
    lower_result(l, in, emit_compare(l, IR_FCMP, IR_UNO, value, value));
}

void lower_op_is_inf(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = lower_operand_of_class(l, in, 0, CLASS_FLOAT);
    ir_value infinity = constant_float(l, ir_type_of(l->ir, value), HUGE_VAL);
    lower_result(l, in, emit_compare(l, IR_FCMP, IR_OEQ, emit_call1(l, "llvm.fabs", value), infinity));
}

/* A component of what a comparison has found is asked for by itself: LLVM negates comparisons of scalars where a branch
 * needs the contrary, and of a component it makes a number that it compares again. */
static ir_value component_of_test(struct lowering *l, ir_value vector, uint32_t component) {
    const struct ir_value_info *info = ir_value_get(l->ir, vector);
    const struct ir_instruction *test = info->kind == IR_VALUE_INSTRUCTION ? &l->ir->instructions[info->index] : NULL;
    if (!test || (test->opcode != IR_ICMP && test->opcode != IR_FCMP))
        return emit_extract_element(l, vector, component);
    enum ir_opcode opcode = test->opcode;
    unsigned predicate = test->detail;
    ir_value a = l->ir->operands[test->operands], b = l->ir->operands[test->operands + 1];
    a = emit_extract_element(l, a, component);
    return emit_compare(l, opcode, predicate, a, emit_extract_element(l, b, component));
}

/* OpAny and OpAll; the row says how two components combine. */
void lower_any_all(struct lowering *l, const struct spirv_instruction *in) {
    ir_value vector = lower_operand_of_class(l, in, 0, CLASS_BOOLEAN);
    uint32_t count = type_count_of(l, ir_type_of(l->ir, vector));
    ir_value result = component_of_test(l, vector, 0);
    for (uint32_t i = 1; i < count; i++)
        result = emit_binary(l, l->row->ir_opcode, result, component_of_test(l, vector, i));
    lower_result(l, in, result);
}

/* ---- OpSelect ---- */

/* Only the alignment that both pointers have is known of a selected pointer; plain pointers have no other knowledge. */
static void select_pointer(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t a = pointer_of(l, in->operands[1])->alignment, b = pointer_of(l, in->operands[2])->alignment;
    pointer_set(l, in->result, &(struct pointer){.alignment = a < b ? a : b});
    if (!bounds_apply_to_type(l, in->type))
        return;
    struct bounds first = bounds_of(l, in->operands[1]), second = bounds_of(l, in->operands[2]);
    ir_value condition = lower_operand(l, in, 0);
    struct bounds chosen = {.base = emit_select(l, condition, first.base, second.base),
                            .size = emit_select(l, condition, first.size, second.size)};
    bounds_set(l, in->result, chosen, a < b ? a : b);
}

void lower_op_select(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    ir_value condition = lower_operand_of_class(l, in, 0, CLASS_BOOLEAN);
    bool arrays = type_class_of(l, type) == CLASS_POINTER && pointer_of(l, in->operands[1])->descriptor_array &&
                  pointer_of(l, in->operands[2])->descriptor_array;
    for (uint32_t i = 1; i < 3 && type_class_of(l, type) == CLASS_POINTER && !arrays; i++)
        lower_plain_pointer(l, in->operands[i]);
    if (arrays)
        type = ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT);
    ir_value if_true = lower_operand_of_type(l, in, 1, type), if_false = lower_operand_of_type(l, in, 2, type);
    if (type_is_vector(l, ir_type_of(l->ir, condition)))
        lower_expect_same_count(l, in, ir_type_of(l->ir, condition), type);
    ir_value chosen = emit_select(l, condition, if_true, if_false);
    if (arrays) {
        pointer_set(l, in->result, &(struct pointer){.descriptor_array = true, .alignment = 16});
        lower_result_unchecked(l, in, chosen);
        return;
    }
    if (type_class_of(l, type) == CLASS_POINTER)
        select_pointer(l, in);
    lower_result(l, in, chosen);
}
