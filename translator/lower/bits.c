/* Bit instructions (SPIR-V specification 3.49.14), but for the plain ones, which are rows of lower_binary. */
#include "translator/lower/expression.h"

/* OpShiftLeftLogical, OpShiftRightLogical, OpShiftRightArithmetic. The amount may have another width than the
 * base: cut off, it may only change where it was no less than the base's width, and then the result is
 * undefined. */
void lower_shift(struct lowering *l, const struct spirv_instruction *in, const struct opcode_row *row) {
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    ir_value base = operand_of_type(l, in, 0, type);
    ir_value amount = operand_of_class(l, in, 1, CLASS_INTEGER);
    expect_same_count(l, in, type, ir_type_of(l->ir, amount));
    amount = resize_integer(l, amount, width_of(l, type), false);
    finish(l, in, shift(l, row->ir_opcode, base, amount));
}

/* Operand `index`, a scalar of any integer type, in every component of `type`. */
static ir_value bit_number(struct lowering *l, const struct spirv_instruction *in, uint32_t index, ir_type type) {
    ir_value scalar = operand_of_class(l, in, index, CLASS_INTEGER);
    if (count_of(l, ir_type_of(l->ir, scalar)) != 1)
        FAIL_INVALID(l, in, "operand %u is not a scalar", index + 1);
    return splat(l, resize_integer(l, scalar, width_of(l, type), false), count_of(l, type));
}

/* As many low ones as `count` says, 0 to the width: low_ones(3) is 0b111. */
static ir_value low_ones(struct lowering *l, ir_value count) {
    ir_type type = ir_type_of(l->ir, count);
    uint32_t width = width_of(l, type);
    ir_value ones = constant_splat(l, type, UINT64_MAX >> (64 - width));
    ir_value unused = apply(l, IR_SUB, constant_splat(l, type, width), count);
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, count, ir_zero(l->ir, type));
    return choose(l, none, ir_zero(l->ir, type), shift(l, IR_LSHR, ones, unused));
}

/* Base with `count` bits from `offset` on replaced by the low bits of Insert. */
void lower_op_bit_field_insert(struct lowering *l, const struct spirv_instruction *in, const struct opcode_row *row) {
    (void)row;
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    ir_value base = operand_of_type(l, in, 0, type), insert = operand_of_type(l, in, 1, type);
    ir_value offset = bit_number(l, in, 2, type), count = bit_number(l, in, 3, type);
    ir_value field = low_ones(l, count);
    ir_value kept = apply(l, IR_XOR, shift(l, IR_SHL, field, offset),
                          constant_splat(l, type, UINT64_MAX >> (64 - width_of(l, type))));
    ir_value inserted = shift(l, IR_SHL, apply(l, IR_AND, insert, field), offset);
    finish(l, in, apply(l, IR_OR, apply(l, IR_AND, base, kept), inserted));
}

void lower_op_bit_field_u_extract(struct lowering *l, const struct spirv_instruction *in,
                                  const struct opcode_row *row) {
    (void)row;
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    ir_value base = operand_of_type(l, in, 0, type);
    ir_value offset = bit_number(l, in, 1, type), count = bit_number(l, in, 2, type);
    finish(l, in, apply(l, IR_AND, shift(l, IR_LSHR, base, offset), low_ones(l, count)));
}

/* Shifts the field to the top and back. A count of 0 gives 0. */
void lower_op_bit_field_s_extract(struct lowering *l, const struct spirv_instruction *in,
                                  const struct opcode_row *row) {
    (void)row;
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    ir_value base = operand_of_type(l, in, 0, type);
    ir_value offset = bit_number(l, in, 1, type), count = bit_number(l, in, 2, type);
    ir_value unused = apply(l, IR_SUB, constant_splat(l, type, width_of(l, type)), count);
    ir_value top = shift(l, IR_SHL, base, apply(l, IR_SUB, unused, offset));
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, count, ir_zero(l->ir, type));
    finish(l, in, choose(l, none, ir_zero(l->ir, type), shift(l, IR_ASHR, top, unused)));
}

void lower_op_bit_reverse(struct lowering *l, const struct spirv_instruction *in, const struct opcode_row *row) {
    (void)row;
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    finish(l, in, call1(l, "llvm.bitreverse", operand_of_type(l, in, 0, type)));
}

/* The result may have another width than the base. */
void lower_op_bit_count(struct lowering *l, const struct spirv_instruction *in, const struct opcode_row *row) {
    (void)row;
    ir_type type = result_of_class(l, in, CLASS_INTEGER);
    ir_value bits = call1(l, "llvm.ctpop", operand_of_class(l, in, 0, CLASS_INTEGER));
    finish(l, in, resize_integer(l, bits, width_of(l, type), false));
}
