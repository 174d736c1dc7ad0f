/* Bit instructions (SPIR-V specification 3.49.14), except those that are rows of lower_binary. */
#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/values.h"

/* OpShiftLeftLogical, OpShiftRightLogical, OpShiftRightArithmetic. The amount may have another width than the base:
 * truncation only changes amounts that are not below the base's width, for which the result is undefined. */
void lower_shift(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value base = lower_operand_of_type(l, in, 0, type);
    ir_value amount = lower_operand_of_class(l, in, 1, CLASS_INTEGER);
    lower_expect_same_count(l, in, type, ir_type_of(l->ir, amount));
    amount = emit_integer_resize(l, amount, type_width_of(l, type), false);
    lower_result(l, in, emit_shift(l, l->row->ir_opcode, base, amount));
}

/* Operand `index`, a scalar of any integer type, in every component of `type`. */
static ir_value bit_number(struct lowering *l, const struct spirv_instruction *in, uint32_t index, ir_type type) {
    ir_value scalar = lower_operand_of_class(l, in, index, CLASS_INTEGER);
    if (type_is_vector(l, ir_type_of(l->ir, scalar)))
        FAIL_INVALID(l, in, "operand %u is not a scalar", index + 1);
    return emit_splat(l, emit_integer_resize(l, scalar, type_width_of(l, type), false), type);
}

/* `count` low ones, 0 to the width: low_ones(3) is 0b111. */
static ir_value low_ones(struct lowering *l, ir_value count) {
    ir_type type = ir_type_of(l->ir, count);
    uint32_t width = type_width_of(l, type);
    ir_value ones = constant_splat(l, type, UINT64_MAX >> (64 - width));
    ir_value unused = emit_binary(l, IR_SUB, constant_splat(l, type, width), count);
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, count, ir_zero(l->ir, type));
    return emit_select(l, none, ir_zero(l->ir, type), emit_shift(l, IR_LSHR, ones, unused));
}

/* Base with `count` bits from `offset` on replaced by the low bits of Insert. */
void lower_op_bit_field_insert(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value base = lower_operand_of_type(l, in, 0, type), insert = lower_operand_of_type(l, in, 1, type);
    ir_value offset = bit_number(l, in, 2, type), count = bit_number(l, in, 3, type);
    ir_value field = low_ones(l, count);
    ir_value kept = emit_binary(l, IR_XOR, emit_shift(l, IR_SHL, field, offset),
                                constant_splat(l, type, UINT64_MAX >> (64 - type_width_of(l, type))));
    ir_value inserted = emit_shift(l, IR_SHL, emit_binary(l, IR_AND, insert, field), offset);
    lower_result(l, in, emit_binary(l, IR_OR, emit_binary(l, IR_AND, base, kept), inserted));
}

void lower_op_bit_field_u_extract(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value base = lower_operand_of_type(l, in, 0, type);
    ir_value offset = bit_number(l, in, 1, type), count = bit_number(l, in, 2, type);
    ir_value mask = low_ones(l, count);
    lower_result(l, in, emit_binary(l, IR_AND, emit_shift(l, IR_LSHR, base, offset), mask));
}

/* Shifts the field to the top and back. A count of 0 gives 0. */
void lower_op_bit_field_s_extract(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value base = lower_operand_of_type(l, in, 0, type);
    ir_value offset = bit_number(l, in, 1, type), count = bit_number(l, in, 2, type);
    ir_value unused = emit_binary(l, IR_SUB, constant_splat(l, type, type_width_of(l, type)), count);
    ir_value top = emit_shift(l, IR_SHL, base, emit_binary(l, IR_SUB, unused, offset));
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, count, ir_zero(l->ir, type));
    lower_result(l, in, emit_select(l, none, ir_zero(l->ir, type), emit_shift(l, IR_ASHR, top, unused)));
}

void lower_op_bit_reverse(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    lower_result(l, in, emit_call1(l, "llvm.bitreverse", lower_operand_of_type(l, in, 0, type)));
}

/* The result may have another width than the base. */
void lower_op_bit_count(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value bits = emit_call1(l, "llvm.ctpop", lower_operand_of_class(l, in, 0, CLASS_INTEGER));
    lower_result(l, in, emit_integer_resize(l, bits, type_width_of(l, type), false));
}
