/* Conversion instructions (SPIR-V specification 3.49.11). */
#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* An operand that is a float, of any encoding; bfloat16 and float8 as 32-bit floats, from which and to which
 * SPV_KHR_bfloat16 converts everything. */
static ir_value float_operand(struct lowering *l, const struct spirv_instruction *in) {
    enum spirv_small_float format = type_small_float(l, type_of_operand(l, in->operands[0]));
    if (format)
        return emit_small_to_float(l, format, matrix_change_use(l, in, lower_operand(l, in, 0)));
    return matrix_change_use(l, in, lower_operand_of_class(l, in, 0, CLASS_FLOAT));
}

/* "Floating-point objects produced by OpFConvert must not have a Float6E2M3EXT ... encoding" (VUID 12466), nor those of
 * conversions from integers (12465). */
static ir_value narrow(struct lowering *l, const struct spirv_instruction *in, ir_value single) {
    if (type_small_float(l, type_of(l, in->type)) >= SPIRV_FLOAT6_E2M3)
        FAIL_INVALID(l, in,
                     "its result has an encoding of SPV_EXT_ocp_microscaling_types, to which nothing is converted");
    bool saturates = spirv_find_decoration(l->spirv, in->result, SPIRV_NO_MEMBER,
                                           (SpvDecoration)SPIRV_DECORATION_SATURATED_TO_LARGEST) != NULL;
    return emit_float_to_small(l, type_small_float(l, type_of(l, in->type)), single, saturates);
}

/* OpConvertSToF and OpConvertUToF. */
void lower_integer_to_float(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = matrix_change_use(l, in, lower_operand_of_class(l, in, 0, CLASS_INTEGER));
    if (type_small_float(l, type_of(l, in->type))) {
        ir_type wide = type_with_scalar(l, ir_type_of(l->ir, value), ir_type_simple(l->ir, IR_TYPE_FLOAT));
        lower_result(l, in, narrow(l, in, emit1(l, l->row->ir_opcode, wide, value)));
        return;
    }
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    lower_expect_same_count(l, in, type, ir_type_of(l->ir, value));
    ir_value result = float_rounds_toward_zero(l, type_width_of(l, type))
                          ? emit_integer_toward_zero(l, value, type, l->row->ir_opcode == IR_SITOFP)
                          : emit1(l, l->row->ir_opcode, type, value);
    lower_result(l, in, result);
}

/* OpConvertFToS and OpConvertFToU. Out of range the value is undefined in SPIR-V and poison in LLVM; the freeze makes
 * it a value at no cost. (So would llvm.fptosi.sat, but it expands to a dozen instructions for 64 bits.) */
void lower_float_to_integer(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value value = float_operand(l, in);
    lower_expect_same_count(l, in, type, ir_type_of(l->ir, value));
    lower_result(l, in, emit1(l, IR_FREEZE, type, emit1(l, l->row->ir_opcode, type, value)));
}

/* OpUConvert and OpSConvert; the row says which extension. */
void lower_integer_resize(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value value = matrix_change_use(l, in, lower_operand_of_class(l, in, 0, CLASS_INTEGER));
    lower_result(l, in, emit_integer_resize(l, value, type_width_of(l, type), l->row->ir_opcode == IR_SEXT));
}

/* Vulkan leaves the rounding to the implementation ("Precision and Operation of SPIR-V Instructions"). */
static void convert_to_small(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    if (spirv_find_decoration(l->spirv, in->result, SPIRV_NO_MEMBER, SpvDecorationFPRoundingMode))
        FAIL_UNSUPPORTED(l, in, "FPRoundingMode of a conversion to BFloat16KHR or a float8 is not supported");
    ir_value single = emit_float_resize(l, value, ir_type_simple(l->ir, IR_TYPE_FLOAT));
    lower_result(l, in, narrow(l, in, single));
}

void lower_op_f_convert(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = float_operand(l, in);
    if (type_small_float(l, type_of(l, in->type))) {
        convert_to_small(l, in, value);
        return;
    }
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    const struct spirv_decoration *rounding =
        spirv_find_decoration(l->spirv, in->result, SPIRV_NO_MEMBER, SpvDecorationFPRoundingMode);
    uint32_t mode = float_rounds_toward_zero(l, type_width_of(l, type)) ? SpvFPRoundingModeRTZ : SpvFPRoundingModeRTE;
    if (rounding && rounding->operand_count)
        mode = rounding->operands[0];
    if (mode != SpvFPRoundingModeRTE && mode != SpvFPRoundingModeRTZ)
        FAIL_UNSUPPORTED(l, in, "FPRoundingMode %u is not supported; RTE and RTZ are", mode);
    bool narrows = type_width_of(l, ir_type_of(l->ir, value)) > type_width_of(l, type);
    if (narrows && mode == SpvFPRoundingModeRTZ)
        lower_result(l, in, emit_narrow_toward_zero(l, value, type_scalar_of(l, type)));
    else
        lower_result(l, in, emit_float_resize(l, value, type_scalar_of(l, type)));
}

/* A float rounded to a half and back. A result that would be subnormal becomes a zero of the same sign. */
void lower_op_quantize_to_f16(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value value = lower_operand_of_type(l, in, 0, type);
    ir_value half = emit_float_resize(l, value, ir_type_simple(l->ir, IR_TYPE_HALF));
    ir_value rounded = emit_float_resize(l, half, type_scalar_of(l, type));
    ir_value least_normal = constant_float(l, type, 0x1p-14);
    ir_value is_small = emit_compare(l, IR_FCMP, IR_OLT, emit_call1(l, "llvm.fabs", value), least_normal);
    ir_value zero = emit_call2(l, "llvm.copysign", ir_zero(l->ir, type), value);
    lower_result(l, in, emit_select(l, is_small, zero, rounded));
}

/* ---- pointers ---- */

/* OpConvertPtrToU. LLVM extends with zeros and cuts off, as SPIR-V does. */
void lower_op_convert_ptr_to_u(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    lower_result(l, in, emit1(l, IR_PTRTOINT, type, lower_operand_of_class(l, in, 0, CLASS_POINTER)));
}

void lower_op_convert_u_to_ptr(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_POINTER);
    lower_result(l, in, emit1(l, IR_INTTOPTR, type, lower_operand_of_class(l, in, 0, CLASS_INTEGER)));
}

/* ---- OpBitcast ---- */

/* Bits of a value in memory; 64 for a pointer, since only physical addresses have bits in SPIR-V. */
static uint32_t bits_of(struct lowering *l, ir_type type) {
    return type_width_of(l, type) * type_count_of(l, type);
}

static void expect_castable(struct lowering *l, const struct spirv_instruction *in, ir_type type) {
    enum type_class class = type_class_of(l, type);
    if (class != CLASS_INTEGER && class != CLASS_FLOAT && class != CLASS_POINTER)
        FAIL_INVALID(l, in, "only numbers, vectors of them and pointers have bits to cast");
}

/* Between pointers the address stays as it is, and so does what is proven of its alignment. */
static void cast_pointer(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_type type) {
    if (ir_type_of(l->ir, value) != type)
        FAIL_UNSUPPORTED(l, in, "a cast between pointers to different address spaces is not supported");
    struct pointer pointer = {.alignment = pointer_of(l, in->operands[0])->alignment};
    pointer_set(l, in->result, &pointer);
    lower_result(l, in, value);
}

/* Bits of a component of numbers that are smaller than the integers that hold them; 0: they are not. */
static uint32_t narrow_bits(struct lowering *l, const struct spirv_type *type) {
    enum spirv_small_float format = type_small_float(l, type);
    uint32_t bits = format ? spirv_small_float_bits(format) : 0;
    return bits < 8 ? bits : 0;
}

/* Components of 4 or 6 bits, of which there are at most four, from and to integers that hold them side by side. */
static ir_value cast_narrow(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_type type) {
    const struct spirv_type *source = type_of_operand(l, in->operands[0]), *target = type_of(l, in->type);
    ir_type from = ir_type_of(l->ir, value), word = i32_type(l);
    uint32_t bits = narrow_bits(l, source), to_bits = narrow_bits(l, target);
    uint32_t count = type_count_of(l, from), to_count = type_count_of(l, type);
    bits = bits ? bits : type_width_of(l, from);
    to_bits = to_bits ? to_bits : type_width_of(l, type);
    if (type_class_of(l, from) != CLASS_INTEGER || type_class_of(l, type) != CLASS_INTEGER)
        FAIL_UNSUPPORTED(l, in, "a cast between numbers of 4 or 6 bits and what is no integer is not supported");
    if (bits * count != to_bits * to_count || bits * count > 32)
        FAIL_INVALID(l, in, "a cast from %u to %u bits", bits * count, to_bits * to_count);
    ir_value all = ir_integer(l->ir, word, 0), result = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < count; i++) {
        ir_value part = emit_integer_resize(l, emit_extract_element(l, value, i), 32, false);
        all = emit_binary(l, IR_OR, all, emit_binary(l, IR_SHL, part, ir_integer(l->ir, word, (uint64_t)i * bits)));
    }
    for (uint32_t i = 0; i < to_count; i++) {
        ir_value part = emit_binary(l, IR_LSHR, all, ir_integer(l->ir, word, (uint64_t)i * to_bits));
        part = emit_binary(l, IR_AND, part, ir_integer(l->ir, word, (UINT64_C(1) << to_bits) - 1));
        part = emit_integer_resize(l, part, type_width_of(l, type), false);
        result = emit_insert_element(l, result, part, i);
    }
    return result;
}

/* OpBitcastExtractEXT: so many bits of each component, from Offset on. Outside of it the result is undefined in SPIR-V
 * and poison in LLVM; the freeze makes it a value. */
void lower_op_bitcast_extract(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t bits = narrow_bits(l, type_of(l, in->type));
    ir_type type = lower_type(l, in->type);
    ir_value base = lower_operand_of_class(l, in, 0, CLASS_INTEGER);
    ir_value offset = lower_operand_of_class(l, in, 1, CLASS_INTEGER);
    ir_type from = ir_type_of(l->ir, base);
    if (!bits || narrow_bits(l, type_of_operand(l, in->operands[0])))
        FAIL_INVALID(l, in, "it gives numbers of 4 or 6 bits, of integers");
    lower_expect_same_count(l, in, type, from);
    if (type_is_vector(l, ir_type_of(l->ir, offset)))
        FAIL_INVALID(l, in, "its offset is not a scalar");
    offset = emit_integer_resize(l, offset, type_width_of(l, from), false);
    offset = emit_splat(l, offset, from);
    ir_value part = emit1(l, IR_FREEZE, from, emit_binary(l, IR_LSHR, base, offset));
    part = emit_binary(l, IR_AND, part, constant_splat(l, from, (1u << bits) - 1));
    lower_result(l, in, emit_integer_resize(l, part, 8, false));
}

/* A vector's first component is in the low bits, in LLVM on a little-endian target as in SPIR-V. */
void lower_op_bitcast(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    ir_value value = matrix_change_use(l, in, lower_operand(l, in, 0));
    ir_type from = ir_type_of(l->ir, value);
    expect_castable(l, in, type);
    expect_castable(l, in, from);
    if (narrow_bits(l, type_of_operand(l, in->operands[0])) || narrow_bits(l, type_of(l, in->type))) {
        lower_result(l, in, cast_narrow(l, in, value, type));
        return;
    }
    bool from_pointer = type_class_of(l, from) == CLASS_POINTER, to_pointer = type_class_of(l, type) == CLASS_POINTER;
    if (from_pointer && to_pointer) {
        cast_pointer(l, in, value, type);
        return;
    }
    if (bits_of(l, from) != bits_of(l, type))
        FAIL_INVALID(l, in, "a cast from %u to %u bits", bits_of(l, from), bits_of(l, type));
    ir_type address = ir_type_integer(l->ir, 64);
    if (from_pointer)
        value = emit1(l, IR_PTRTOINT, address, value);
    ir_type middle = to_pointer ? address : type;
    if (ir_type_of(l->ir, value) != middle)
        value = emit1(l, IR_BITCAST, middle, value);
    if (to_pointer)
        value = emit1(l, IR_INTTOPTR, type, value);
    lower_result(l, in, value);
}
