/* Floats smaller than those of IEEE 754: bits, of which a 32-bit float is made, and which are made of one
 * (SPV_KHR_bfloat16, SPV_EXT_float8, SPV_EXT_ocp_microscaling_types). A number is its significand, an integer, times a
 * power of two; the translation, of which this is a witness, shifts the bits of 32-bit floats instead. */
#include "spirv/later.h"
#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

/* `largest` is the code of the largest finite number. The next one is `infinite`, or `nan` in a format without
 * infinity; formats that have neither end there. */
static const struct format {
    uint8_t fraction, bias, largest, infinite, nan;
} formats[] = {[SPIRV_FLOAT8_E4M3] = {.fraction = 3, .bias = 7, .largest = 0x7E, .nan = 0x7F},
               [SPIRV_FLOAT8_E5M2] = {.fraction = 2, .bias = 15, .largest = 0x7B, .infinite = 0x7C, .nan = 0x7E},
               [SPIRV_FLOAT6_E2M3] = {.fraction = 3, .bias = 1, .largest = 0x1F},
               [SPIRV_FLOAT6_E3M2] = {.fraction = 2, .bias = 3, .largest = 0x1F},
               [SPIRV_FLOAT4_E2M1] = {.fraction = 1, .bias = 1, .largest = 0x07}};

enum { SINGLE_BIAS = 127, SINGLE_FRACTION = 23, INFINITE = 0x7F800000, QUIET_NAN = 0x7FC00000 };

static struct program_operand compute(struct grid_reader *g, enum program_alu alu, struct program_operand a,
                                      uint64_t b) {
    return grid_compute(g, alu, 32, 0, a, program_constant(b));
}

static struct program_operand is(struct grid_reader *g, enum ir_integer_predicate predicate, struct program_operand a,
                                 uint64_t b) {
    return grid_compute(g, PROGRAM_COMPARE + predicate, 1, 32, a, program_constant(b));
}

static struct program_operand select_number(struct grid_reader *g, struct program_operand condition, uint64_t yes,
                                            struct program_operand no) {
    return grid_select(g, 32, condition, program_constant(yes), no);
}

/* 2 ** (n - `less`), a normal number. */
static struct program_operand power_of_two(struct grid_reader *g, struct program_operand n, uint32_t less) {
    return compute(g, PROGRAM_SHL, compute(g, PROGRAM_ADD, n, (uint32_t)(SINGLE_BIAS - less)), SINGLE_FRACTION);
}

enum spirv_small_float grid_small_float(struct grid_reader *g, const struct spirv_type *type) {
    if (type && (type->opcode == SpvOpTypeVector || type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX))
        type = grid_type(g, NULL, type->element);
    return type ? (enum spirv_small_float)type->small_float : SPIRV_NO_SMALL_FLOAT;
}

/* ---- as a 32-bit float ---- */

static struct program_operand from_format(struct grid_reader *g, const struct format *f, uint32_t bits,
                                          struct program_operand code) {
    struct program_operand magnitude = compute(g, PROGRAM_AND, code, (1u << (bits - 1)) - 1);
    struct program_operand field = compute(g, PROGRAM_LSHR, magnitude, f->fraction);
    struct program_operand significand = compute(g, PROGRAM_AND, magnitude, (1u << f->fraction) - 1);
    struct program_operand is_subnormal = is(g, IR_EQ, field, 0);
    significand = grid_select(g, 32, is_subnormal, significand, compute(g, PROGRAM_OR, significand, 1u << f->fraction));
    struct program_operand scale =
        power_of_two(g, select_number(g, is_subnormal, 1, field), (uint32_t)f->bias + f->fraction);
    struct program_operand number =
        grid_compute(g, PROGRAM_FMUL, 32, 0, grid_compute(g, PROGRAM_UTOF, 32, 32, significand, nothing), scale);
    if (f->nan)
        number = select_number(g, is(g, IR_UGT, magnitude, f->infinite ? f->infinite : f->largest), QUIET_NAN, number);
    if (f->infinite)
        number = select_number(g, is(g, IR_EQ, magnitude, f->infinite), INFINITE, number);
    struct program_operand sign = compute(g, PROGRAM_SHL, compute(g, PROGRAM_LSHR, code, bits - 1), 31);
    return grid_compute(g, PROGRAM_OR, 32, 0, number, sign);
}

/* 2 ** (x - 127); of x = 0 that is a subnormal float. */
static struct program_operand from_scale(struct grid_reader *g, struct program_operand code) {
    struct program_operand number = compute(g, PROGRAM_SHL, code, SINGLE_FRACTION);
    number = select_number(g, is(g, IR_EQ, code, 0), UINT64_C(1) << (SINGLE_FRACTION - 1), number);
    return select_number(g, is(g, IR_EQ, code, 0xFF), QUIET_NAN, number);
}

/* An integer that counts 1 / 64. */
static struct program_operand from_mxint8(struct grid_reader *g, struct program_operand code) {
    struct program_operand number = grid_compute(g, PROGRAM_STOF, 32, 8, code, nothing);
    return grid_compute(g, PROGRAM_FMUL, 32, 0, number, program_constant((SINGLE_BIAS - 6) << SINGLE_FRACTION));
}

struct litmus_part grid_from_small(struct grid_reader *g, enum spirv_small_float format, struct litmus_part part) {
    struct program_operand code = grid_compute(g, PROGRAM_COPY, 32, part.width, part.operand, nothing);
    switch (format) {
    case SPIRV_BFLOAT16:
        return grid_part(compute(g, PROGRAM_SHL, code, 16), 32);
    case SPIRV_FLOAT8_E8M0:
        return grid_part(from_scale(g, code), 32);
    case SPIRV_MXINT8:
        return grid_part(from_mxint8(g, code), 32);
    default:
        return grid_part(from_format(g, &formats[format], spirv_small_float_bits(format), code), 32);
    }
}

/* ---- of a 32-bit float ---- */

static struct program_operand to_bfloat(struct grid_reader *g, struct program_operand single) {
    struct program_operand odd = compute(g, PROGRAM_AND, compute(g, PROGRAM_LSHR, single, 16), 1);
    struct program_operand sum = compute(g, PROGRAM_ADD, single, 0x7FFF);
    sum = grid_compute(g, PROGRAM_ADD, 32, 0, sum, odd);
    struct program_operand is_nan = grid_compute(g, PROGRAM_FCOMPARE + IR_UNO, 1, 32, single, single);
    struct program_operand chosen = grid_select(g, 32, is_nan, compute(g, PROGRAM_OR, single, 0x400000), sum);
    return compute(g, PROGRAM_LSHR, chosen, 16);
}

/* The number counts units of its binade, or of the smallest normal one, to the nearest even. Whatever is too large is
 * taken for the same number beyond all of them. */
static struct program_operand to_format(struct grid_reader *g, const struct format *f, struct program_operand single,
                                        bool saturates) {
    enum { TOO_LARGE = (SINGLE_BIAS + 16) << SINGLE_FRACTION }; /* 65536 */
    struct program_operand magnitude = compute(g, PROGRAM_AND, single, 0x7FFFFFFF);
    struct program_operand is_nan = is(g, IR_UGT, magnitude, INFINITE);
    magnitude = select_number(g, is(g, IR_UGT, magnitude, TOO_LARGE), TOO_LARGE, magnitude);
    struct program_operand field = compute(g, PROGRAM_LSHR, magnitude, SINGLE_FRACTION);
    uint32_t least = SINGLE_BIAS + 1u - f->bias; /* of a 32-bit float that is the smallest normal number here */
    field = select_number(g, is(g, IR_ULT, field, least), least, field);
    struct program_operand binade = compute(g, PROGRAM_SUB, field, least); /* 0: the smallest normal one */
    struct program_operand down = grid_compute(g, PROGRAM_SUB, 32, 0, program_constant(0), binade);
    struct program_operand scale = power_of_two(g, down, 1u - f->bias - f->fraction);
    struct program_operand units = grid_compute(g, PROGRAM_FMUL, 32, 0, magnitude, scale);
    units = grid_compute(g, PROGRAM_ROUND_EVEN, 32, 0, units, nothing);
    units = grid_compute(g, PROGRAM_FTOU, 32, 32, units, nothing);
    struct program_operand code =
        grid_compute(g, PROGRAM_ADD, 32, 0, compute(g, PROGRAM_SHL, binade, f->fraction), units);
    uint8_t beyond = saturates ? f->largest : f->infinite ? f->infinite : f->nan;
    code = select_number(g, is(g, IR_UGT, code, f->largest), beyond, code);
    code = select_number(g, is_nan, f->nan, code);
    struct program_operand sign = compute(g, PROGRAM_SHL, compute(g, PROGRAM_LSHR, single, 31), 7);
    return grid_compute(g, PROGRAM_OR, 32, 0, code, sign);
}

struct program_operand grid_to_small(struct grid_reader *g, const struct spirv_instruction *in,
                                     enum spirv_small_float format, struct program_operand single) {
    bool saturates = spirv_find_decoration(g->module, in->result, SPIRV_NO_MEMBER,
                                           (SpvDecoration)SPIRV_DECORATION_SATURATED_TO_LARGEST);
    if (format >= SPIRV_FLOAT6_E2M3)
        grid_refuse(g, in, "a conversion to an encoding that nothing is converted to");
    return format == SPIRV_BFLOAT16 ? to_bfloat(g, single) : to_format(g, &formats[format], single, saturates);
}

/* ---- OpBitcastExtractEXT ---- */

void grid_extract_bits(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    struct litmus_part offset = grid_value_of(g, in, in->operands[1]).parts[0];
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < base.count; i++) {
        uint8_t width = base.parts[i].width;
        struct program_operand by = grid_compute(g, PROGRAM_COPY, width, offset.width, offset.operand, nothing);
        struct program_operand bits = grid_compute(g, PROGRAM_LSHR, width, 0, base.parts[i].operand, by);
        result.parts[i].operand = grid_compute(g, PROGRAM_COPY, result.parts[i].width, width, bits, nothing);
    }
    grid_set_result(g, in, result);
}
