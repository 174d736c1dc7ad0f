/* Numbers of SPV_KHR_bfloat16: the high halves of 32-bit floats. A value of such a type is an integer in the IR. */
#include "spirv/later.h"
#include "translator/lower/expression.h"

bool type_is_bfloat(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeVector || type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        type = type_of(l, type->element);
    return type->is_bfloat;
}

ir_value emit_bfloat_to_float(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value), words = type_with_integer(l, type, 32);
    ir_value high = emit_binary(l, IR_SHL, emit1(l, IR_ZEXT, words, value), constant_splat(l, words, 16));
    return emit1(l, IR_BITCAST, type_with_scalar(l, type, ir_type_simple(l->ir, IR_TYPE_FLOAT)), high);
}

/* Rounded to nearest even: what is added carries into the high half, up to infinity. A NaN becomes quiet, so that none
 * of its bits that stay needs to be set. */
ir_value emit_float_to_bfloat(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value), words = type_with_integer(l, type, 32);
    ir_value bits = emit1(l, IR_BITCAST, words, value), half = constant_splat(l, words, 16);
    ir_value is_odd = emit_binary(l, IR_AND, emit_binary(l, IR_LSHR, bits, half), constant_splat(l, words, 1));
    ir_value rounded = emit_binary(l, IR_ADD, emit_binary(l, IR_ADD, bits, constant_splat(l, words, 0x7FFF)), is_odd);
    ir_value quiet = emit_binary(l, IR_OR, bits, constant_splat(l, words, 0x400000));
    ir_value chosen = emit_select(l, emit_compare(l, IR_FCMP, IR_UNO, value, value), quiet, rounded);
    return emit1(l, IR_TRUNC, type_with_integer(l, type, 16), emit_binary(l, IR_LSHR, chosen, half));
}
