/* Numbers of SPV_KHR_bfloat16, SPV_EXT_float8 and SPV_EXT_ocp_microscaling_types. A value of such a type is an integer
 * in the IR. */
#include "spirv/later.h"
#include "translator/lower/expression.h"

enum spirv_small_float type_small_float(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeVector || type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        type = type_of(l, type->element);
    return (enum spirv_small_float)type->small_float;
}

/* ---- bfloat16: the high halves of 32-bit floats ---- */

static ir_value bfloat_to_float(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value), words = type_with_integer(l, type, 32);
    ir_value high = emit_binary(l, IR_SHL, emit1(l, IR_ZEXT, words, value), constant_splat(l, words, 16));
    return emit1(l, IR_BITCAST, type_with_scalar(l, type, ir_type_simple(l->ir, IR_TYPE_FLOAT)), high);
}

/* Rounded to nearest even: what is added carries into the high half, up to infinity. A NaN becomes quiet, so that none
 * of its bits that stay needs to be set. */
static ir_value float_to_bfloat(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value), words = type_with_integer(l, type, 32);
    ir_value bits = emit1(l, IR_BITCAST, words, value), half = constant_splat(l, words, 16);
    ir_value is_odd = emit_binary(l, IR_AND, emit_binary(l, IR_LSHR, bits, half), constant_splat(l, words, 1));
    ir_value rounded = emit_binary(l, IR_ADD, emit_binary(l, IR_ADD, bits, constant_splat(l, words, 0x7FFF)), is_odd);
    ir_value quiet = emit_binary(l, IR_OR, bits, constant_splat(l, words, 0x400000));
    ir_value chosen = emit_select(l, emit_compare(l, IR_FCMP, IR_UNO, value, value), quiet, rounded);
    return emit1(l, IR_TRUNC, type_with_integer(l, type, 16), emit_binary(l, IR_LSHR, chosen, half));
}

/* ---- float8 ("OCP 8-bit Floating Point Specification"); float6 and float4 ("OCP Microscaling Formats") ---- */

/* The formats. `largest` is the largest finite number; what is after it is `overflow`: E5M2 has an infinity, E4M3
 * none, and one NaN. Those of fewer bits have neither, and nothing is after their largest. */
static const struct float8 {
    uint8_t mantissa, bias;
    uint8_t largest, overflow, nan;
} float8_formats[] = {[SPIRV_FLOAT8_E4M3] = {3, 7, 0x7E, 0x7F, 0x7F},
                      [SPIRV_FLOAT8_E5M2] = {2, 15, 0x7B, 0x7C, 0x7E},
                      [SPIRV_FLOAT6_E2M3] = {3, 1, 0x1F, 0x20, 0},
                      [SPIRV_FLOAT6_E3M2] = {2, 3, 0x1F, 0x20, 0},
                      [SPIRV_FLOAT4_E2M1] = {1, 1, 0x07, 0x08, 0}};

/* The smallest number. */
static double unit_of(const struct float8 *format) {
    double unit = 1;
    for (int i = 1 - format->bias - format->mantissa; i < 0; i++)
        unit /= 2;
    return unit;
}

static ir_value shifted(struct lowering *l, enum ir_opcode opcode, ir_value value, uint32_t bits) {
    return emit_binary(l, opcode, value, constant_splat(l, ir_type_of(l->ir, value), bits));
}

static ir_value is_beyond(struct lowering *l, ir_value value, uint64_t bound) {
    return emit_compare(l, IR_ICMP, IR_UGT, value, constant_splat(l, ir_type_of(l->ir, value), bound));
}

/* A number is one of a 32-bit float with another bias; one without an exponent counts the smallest unit. No value is a
 * subnormal 32-bit float. */
static ir_value float8_to_float(struct lowering *l, enum spirv_small_float small, ir_value value) {
    const struct float8 *format = &float8_formats[small];
    uint32_t sign = spirv_small_float_bits(small) - 1;
    ir_type words = type_with_integer(l, ir_type_of(l->ir, value), 32);
    ir_type floats = type_with_scalar(l, words, ir_type_simple(l->ir, IR_TYPE_FLOAT));
    uint32_t shift = 23u - format->mantissa, special = format->overflow - 1u;
    ir_value wide = emit1(l, IR_ZEXT, words, value), magnitude = shifted(l, IR_AND, wide, (1u << sign) - 1);
    ir_value bits = shifted(l, IR_SHL, magnitude, shift);
    ir_value normal = emit1(l, IR_BITCAST, floats, shifted(l, IR_ADD, bits, (127u - format->bias) << 23));
    ir_value unit = constant_float(l, floats, unit_of(format));
    ir_value tiny = emit_binary(l, IR_FMUL, emit1(l, IR_UITOFP, floats, magnitude), unit);
    ir_value number = emit_select(l, is_beyond(l, magnitude, (1u << format->mantissa) - 1), normal, tiny);
    ir_value infinite = shifted(l, IR_OR, bits, 0x7F800000u);
    number = emit1(l, IR_BITCAST, words, number);
    number = emit_select(l, is_beyond(l, magnitude, special), infinite, number);
    return emit1(l, IR_BITCAST, floats,
                 emit_binary(l, IR_OR, number, shifted(l, IR_SHL, shifted(l, IR_LSHR, wide, sign), 31)));
}

/* Rounded to nearest even: above the smallest normal number by a carry into the bits that stay, below it by adding a
 * number whose last place is the smallest unit. */
static ir_value float_to_float8(struct lowering *l, const struct float8 *format, ir_value value, bool saturates) {
    ir_type floats = ir_type_of(l->ir, value), words = type_with_integer(l, floats, 32);
    uint32_t shift = 23u - format->mantissa;
    ir_value bits = emit1(l, IR_BITCAST, words, value), magnitude = shifted(l, IR_AND, bits, 0x7FFFFFFFu);
    ir_value is_odd = shifted(l, IR_AND, shifted(l, IR_LSHR, magnitude, shift), 1);
    ir_value carried = emit_binary(l, IR_ADD, shifted(l, IR_ADD, magnitude, (1u << (shift - 1)) - 1), is_odd);
    ir_value normal =
        shifted(l, IR_SUB, shifted(l, IR_LSHR, carried, shift), (127u - format->bias) << format->mantissa);
    ir_value anchor = constant_float(l, floats, unit_of(format) * 0x1p23);
    ir_value sum = emit_binary(l, IR_FADD, emit1(l, IR_BITCAST, floats, magnitude), anchor);
    ir_value from = emit1(l, IR_BITCAST, words, anchor);
    ir_value tiny = emit_binary(l, IR_SUB, emit1(l, IR_BITCAST, words, sum), from);
    ir_value number = emit_select(l, is_beyond(l, magnitude, ((128u - format->bias) << 23) - 1), normal, tiny);
    ir_value last = constant_splat(l, words, saturates ? format->largest : format->overflow);
    number = emit_select(l, is_beyond(l, number, format->largest), last, number);
    number = emit_select(l, is_beyond(l, magnitude, 0x7F800000u), constant_splat(l, words, format->nan), number);
    number = emit_binary(l, IR_OR, number, shifted(l, IR_AND, shifted(l, IR_LSHR, bits, 24), 0x80));
    return emit1(l, IR_TRUNC, type_with_integer(l, floats, 8), number);
}

/* ---- formats without a sign of their own: a scale, and an integer that counts 1/64 ---- */

/* 2 ** (x - 127), as the exponent of a 32-bit float is; 0 is the subnormal 2 ** -127, and 255 NaN. */
static ir_value scale_to_float(struct lowering *l, ir_value value) {
    ir_type words = type_with_integer(l, ir_type_of(l->ir, value), 32);
    ir_value wide = emit1(l, IR_ZEXT, words, value), zero = constant_splat(l, words, 0);
    ir_value bits = shifted(l, IR_SHL, wide, 23);
    bits = emit_select(l, emit_compare(l, IR_ICMP, IR_EQ, wide, zero), constant_splat(l, words, 0x400000), bits);
    bits = emit_select(l, is_beyond(l, wide, 0xFE), constant_splat(l, words, 0x7FC00000), bits);
    return emit1(l, IR_BITCAST, type_with_scalar(l, words, ir_type_simple(l->ir, IR_TYPE_FLOAT)), bits);
}

static ir_value mxint8_to_float(struct lowering *l, ir_value value) {
    ir_type floats = type_with_scalar(l, ir_type_of(l->ir, value), ir_type_simple(l->ir, IR_TYPE_FLOAT));
    return emit_binary(l, IR_FMUL, emit1(l, IR_SITOFP, floats, value), constant_float(l, floats, 0x1p-6));
}

/* ---- any of them ---- */

ir_value emit_small_to_float(struct lowering *l, enum spirv_small_float format, ir_value value) {
    return format == SPIRV_BFLOAT16      ? bfloat_to_float(l, value)
           : format == SPIRV_FLOAT8_E8M0 ? scale_to_float(l, value)
           : format == SPIRV_MXINT8      ? mxint8_to_float(l, value)
                                         : float8_to_float(l, format, value);
}

ir_value emit_float_to_small(struct lowering *l, enum spirv_small_float format, ir_value value, bool saturates) {
    return format == SPIRV_BFLOAT16 ? float_to_bfloat(l, value)
                                    : float_to_float8(l, &float8_formats[format], value, saturates);
}
