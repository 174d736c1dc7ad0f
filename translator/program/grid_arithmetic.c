/* Arithmetic of SPIR-V as the engine's: each instruction is a row. */
#include "spirv/arithmetic.h"
#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "translator/program/grid_scalar.h"

enum shape {
    SAME,     /* operands and result are of one width */
    COMPARES, /* the result is a boolean */
    CONVERTS, /* one operand, of another width */
    ZERO_MINUS,
    ALL_ONES, /* with a second operand of ones */
    TOP_BIT,  /* with one of the highest bit alone */
    TWICE     /* COMPARES with itself */
};

/* ---- what is more than one operation of the engine ---- */

/* The sign of the result is the divisor's: where the remainder has the other one, the divisor is added. */
static struct program_operand signed_modulo(const struct scalar *s) {
    struct program_operand zero = program_constant(0), rest = op(s, PROGRAM_SREM, s->a, s->b);
    struct program_operand differ = test(s, PROGRAM_COMPARE + IR_SLT, op(s, PROGRAM_XOR, rest, s->b), zero);
    struct program_operand some = test(s, PROGRAM_COMPARE + IR_NE, rest, zero);
    struct program_operand adds = grid_compute(s->g, PROGRAM_AND, 1, 0, differ, some);
    return choose(s, adds, op(s, PROGRAM_ADD, rest, s->b), rest);
}

static struct program_operand floating_modulo(const struct scalar *s) {
    struct program_operand zero = program_constant(0), rest = op(s, PROGRAM_FREM, s->a, s->b);
    struct program_operand differ =
        grid_select(s->g, 1, test(s, PROGRAM_FCOMPARE + IR_OLT, s->b, zero),
                    test(s, PROGRAM_FCOMPARE + IR_OGT, rest, zero), test(s, PROGRAM_FCOMPARE + IR_OLT, rest, zero));
    return choose(s, differ, op(s, PROGRAM_FADD, rest, s->b), rest);
}

static struct program_operand flag_of(const struct scalar *s, struct program_operand a, struct program_operand b) {
    return grid_compute(s->g, PROGRAM_COPY, s->w, 1, test(s, PROGRAM_COMPARE + IR_ULT, a, b), nothing);
}

SCALAR(carry, flag_of(s, s->first, s->a))
SCALAR(borrow, flag_of(s, s->a, s->b))
SCALAR(unsigned_high, op(s, PROGRAM_UMUL_HIGH, s->a, s->b))
SCALAR(signed_high, op(s, PROGRAM_SMUL_HIGH, s->a, s->b))
SCALAR(fused, grid_compute_three(s->g, PROGRAM_FMA, s->w, s->a, s->b, s->c))

/* Bits `offset` to `offset + count` of a value, sign-extended or not: shifted up to the top and down again. A count of
 * 0 gives 0. */
static struct program_operand bit_field(const struct scalar *s) {
    struct program_operand zero = program_constant(0), at = resized(s, 1), bits = resized(s, 2);
    struct program_operand rest = op(s, PROGRAM_SUB, program_constant(s->w), bits);
    struct program_operand none = test(s, PROGRAM_COMPARE + IR_EQ, bits, zero);
    rest = choose(s, none, zero, rest);
    struct program_operand top = op(s, PROGRAM_SHL, s->a, choose(s, none, zero, op(s, PROGRAM_SUB, rest, at)));
    struct program_operand down = op(s, s->opcode == SpvOpBitFieldSExtract ? PROGRAM_ASHR : PROGRAM_LSHR, top, rest);
    return choose(s, none, zero, down);
}

/* `count` bits of the second operand stand at `offset` in the first. */
static struct program_operand insert_bits(const struct scalar *s) {
    struct program_operand zero = program_constant(0), at = resized(s, 2), bits = resized(s, 3);
    struct program_operand none = test(s, PROGRAM_COMPARE + IR_EQ, bits, zero);
    struct program_operand rest = op(s, PROGRAM_SUB, program_constant(s->w), bits);
    struct program_operand low = op(s, PROGRAM_LSHR, program_constant(UINT64_MAX), choose(s, none, zero, rest));
    struct program_operand mask = op(s, PROGRAM_SHL, low, choose(s, none, zero, at));
    struct program_operand piece = op(s, PROGRAM_SHL, s->b, choose(s, none, zero, at));
    struct program_operand change = op(s, PROGRAM_AND, mask, op(s, PROGRAM_XOR, s->a, piece));
    return choose(s, none, s->a, op(s, PROGRAM_XOR, s->a, change));
}

static uint64_t infinity(uint8_t width) {
    return width == 16 ? 0x7C00 : width == 32 ? 0x7F800000 : UINT64_C(0x7FF0000000000000);
}

/* IsInf, IsFinite, IsNormal, SignBitSet: by the bits without the sign. */
static struct program_operand classify(const struct scalar *s) {
    const struct scalar x = {.g = s->g, .w = s->in[0].width};
    uint64_t top = UINT64_C(1) << (x.w - 1), fraction = infinity(x.w) & (~infinity(x.w) + 1);
    struct program_operand bits = op(&x, PROGRAM_AND, s->a, program_constant(top - 1));
    struct program_operand end = program_constant(infinity(x.w));
    struct program_operand below = test(&x, PROGRAM_COMPARE + IR_ULT, bits, end);
    switch (s->opcode) {
    case SpvOpIsInf:
        return test(&x, PROGRAM_COMPARE + IR_EQ, bits, end);
    case SpvOpSignBitSet:
        return test(&x, PROGRAM_COMPARE + IR_UGE, s->a, program_constant(top));
    case SpvOpIsNormal:
        return grid_compute(s->g, PROGRAM_AND, 1, 0, below,
                            test(&x, PROGRAM_COMPARE + IR_UGE, bits, program_constant(fraction)));
    default:
        return below;
    }
}

/* A result that would be denormal is a zero of its sign. */
static struct program_operand quantize(const struct scalar *s) {
    struct program_operand half = grid_compute(s->g, PROGRAM_FCONVERT, 16, 32, s->a, nothing);
    struct program_operand back = grid_compute(s->g, PROGRAM_FCONVERT, 32, 16, half, nothing);
    struct program_operand size = op(s, PROGRAM_AND, s->a, program_constant(0x7FFFFFFF));
    struct program_operand sign = op(s, PROGRAM_AND, s->a, program_constant(0x80000000));
    return choose(s, test(s, PROGRAM_FCOMPARE + IR_OLT, size, program_constant(0x38800000)), sign, back);
}

/* ---- the rows ---- */

#define ROW(opcode, operation, result)                 {opcode, PROGRAM_##operation, SAME},
#define COMPARISON_ROW(opcode, predicate, result)      {opcode, PROGRAM_COMPARE + IR_##predicate, COMPARES},
#define FLOAT_ROW(opcode, operation)                   {opcode, PROGRAM_##operation, SAME},
#define FLOAT_COMPARISON_ROW(opcode, predicate)        {opcode, PROGRAM_FCOMPARE + IR_##predicate, COMPARES},
#define DOUBLE_ROW(opcode, kind, operation, alu, half) {opcode, PROGRAM_##alu, SAME, .second = half},
#define CONVERSION_ROW(opcode, kind, operation, alu)   {opcode, PROGRAM_##alu, CONVERTS},
static const struct row {
    uint16_t opcode;
    uint8_t alu, shape;
    bool estimate;            /* the result is no exact number */
    uint8_t scalars;          /* operands from this one on are scalars, for all components; 0: none is */
    scalar_function *compute; /* instead of alu */
    scalar_function *second;  /* the second half of the result's components */
} rows[] = {{SpvOpLogicalNotEqual, PROGRAM_XOR, SAME},
            {SpvOpLogicalEqual, PROGRAM_COMPARE + IR_EQ, COMPARES},
            {SpvOpNot, PROGRAM_XOR, ALL_ONES},
            {SpvOpLogicalNot, PROGRAM_XOR, ALL_ONES},
            {SpvOpSNegate, PROGRAM_SUB, ZERO_MINUS},
            {SpvOpBitReverse, PROGRAM_REVERSE, SAME},
            {SpvOpBitCount, PROGRAM_COUNT_ONES, CONVERTS},
            {SpvOpFDiv, PROGRAM_FDIV, SAME, .estimate = true},
            {SpvOpFRem, PROGRAM_FREM, SAME, .estimate = true},
            {SpvOpFNegate, PROGRAM_XOR, TOP_BIT},
            {SpvOpFConvert, PROGRAM_FCONVERT, CONVERTS},
            {SpvOpConvertUToPtr, PROGRAM_COPY, CONVERTS},
            {SpvOpConvertPtrToU, PROGRAM_COPY, CONVERTS},
            {SpvOpIsNan, PROGRAM_FCOMPARE + IR_UNO, TWICE},
            {SpvOpOrdered, PROGRAM_FCOMPARE + IR_ORD, COMPARES},
            {SpvOpUnordered, PROGRAM_FCOMPARE + IR_UNO, COMPARES},
            {SpvOpLessOrGreater, PROGRAM_FCOMPARE + IR_ONE, COMPARES},
            {SpvOpPtrEqual, PROGRAM_COMPARE + IR_EQ, COMPARES},
            {SpvOpPtrNotEqual, PROGRAM_COMPARE + IR_NE, COMPARES},
            {SpvOpSMod, .compute = signed_modulo},
            {SpvOpFMod, .compute = floating_modulo, .estimate = true},
            {SPIRV_FMA, .compute = fused},
            {SpvOpBitFieldUExtract, .compute = bit_field, .scalars = 1},
            {SpvOpBitFieldSExtract, .compute = bit_field, .scalars = 1},
            {SpvOpBitFieldInsert, .compute = insert_bits, .scalars = 2},
            {SpvOpVectorTimesScalar, PROGRAM_FMUL, SAME, .scalars = 1},
            {SpvOpMatrixTimesScalar, PROGRAM_FMUL, SAME, .scalars = 1},
            {SpvOpIsInf, .compute = classify},
            {SpvOpIsFinite, .compute = classify},
            {SpvOpIsNormal, .compute = classify},
            {SpvOpSignBitSet, .compute = classify},
            {SpvOpQuantizeToF16, .compute = quantize},
            SPIRV_INTEGER_ROWS(ROW) SPIRV_DIVISION_ROWS(ROW) SPIRV_SHIFT_ROWS(ROW) SPIRV_LOGICAL_ROWS(ROW)
                SPIRV_COMPARISON_ROWS(COMPARISON_ROW) SPIRV_FLOAT_ROWS(FLOAT_ROW)
                    SPIRV_FLOAT_COMPARISON_ROWS(FLOAT_COMPARISON_ROW) SPIRV_CONVERSION_ROWS(CONVERSION_ROW)
                        SPIRV_DOUBLE_ROWS(DOUBLE_ROW)};

static struct program_operand apply(const struct row *row, const struct scalar *s) {
    struct program_operand a = s->a, b = s->b;
    uint8_t from = row->shape == COMPARES || row->shape == CONVERTS || row->shape == TWICE ? s->in[0].width : 0;
    switch (row->shape) {
    case SAME: /* The amount of a shift may be of another width than what is shifted. */
        b = s->in[1].width == s->in[0].width ? b : resized(s, 1);
        break;
    case CONVERTS:
        b = nothing;
        break;
    case ZERO_MINUS:
        b = a;
        a = program_constant(0);
        break;
    case ALL_ONES:
        b = program_constant(UINT64_MAX);
        break;
    case TOP_BIT:
        b = program_constant(UINT64_C(1) << (s->w - 1));
        break;
    case TWICE:
        b = a;
    }
    return grid_compute(s->g, (enum program_alu)row->alu, s->w, from, a, b);
}

/* The operands of an instruction, of which there must be one component each; one that is not there is the first. */
static void read_operands(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row,
                          struct grid_value values[SCALAR_OPERANDS]) {
    for (uint32_t k = 0; k < SCALAR_OPERANDS; k++) {
        bool is_scalar = row->scalars && k >= row->scalars;
        values[k] = k < in->operand_count ? grid_value_of(g, in, in->operands[k]) : values[0];
        if (is_scalar ? !values[k].count : values[k].count != values[0].count)
            grid_refuse(g, in, "its operands do not fit its type");
    }
}

/* SPV_KHR_bfloat16: "first convert the source value to IEEE754 binary32", and from it to the target. */
static bool converts_small(struct grid_reader *g, const struct spirv_instruction *in, enum spirv_small_float *from,
                           enum spirv_small_float *to) {
    if (in->opcode != SpvOpFConvert && (in->opcode < SpvOpConvertFToU || in->opcode > SpvOpConvertUToF))
        return false;
    *from = grid_small_float(g, spirv_type_of_value(g->module, in->operands[0]));
    *to = grid_small_float(g, grid_type(g, in, in->type));
    return *from || *to;
}

static void convert_small(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row,
                          enum spirv_small_float from, enum spirv_small_float to) {
    struct grid_value value = grid_value_of(g, in, in->operands[0]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < value.count && i < result.count; i++) {
        struct litmus_part part = from ? grid_from_small(g, from, value.parts[i]) : value.parts[i];
        uint8_t width = to ? 32 : result.parts[i].width;
        struct program_operand number =
            grid_compute(g, (enum program_alu)row->alu, width, part.width, part.operand, nothing);
        result.parts[i].operand = to ? grid_to_small(g, in, to, number) : number;
    }
    grid_set_result(g, in, result);
}

/* OpMatrixTimesScalar also of cooperative matrices, which may have integers. */
static bool has_integers(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *type = grid_type(g, in, in->type);
    return type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX && grid_type(g, in, type->element)->opcode != SpvOpTypeFloat;
}

/* The row by the result's type, and of OpFConvert by its decoration, which says how it rounds (SPIR-V 3.20,
 * FPRoundingMode). */
static const struct row *row_of(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row) {
    static const struct row cut_off = {SpvOpFConvert, PROGRAM_FCONVERT_TOWARD_ZERO, CONVERTS};
    static const struct row integers = {SpvOpMatrixTimesScalar, PROGRAM_MUL, SAME, .scalars = 1};
    if (in->opcode == SpvOpMatrixTimesScalar && has_integers(g, in))
        return &integers;
    uint32_t mode = spirv_decoration_operand(g->module, in->result, SPIRV_NO_MEMBER, SpvDecorationFPRoundingMode,
                                             SpvFPRoundingModeRTE);
    if (in->opcode != SpvOpFConvert || mode == SpvFPRoundingModeRTE)
        return row;
    if (mode != SpvFPRoundingModeRTZ)
        grid_refuse(g, in, "a rounding mode other than RTE and RTZ");
    return &cut_off;
}

static void by_row(struct grid_reader *g, const struct spirv_instruction *in, const void *known) {
    const struct row *row = row_of(g, in, known);
    enum spirv_small_float from, to;
    if (converts_small(g, in, &from, &to)) {
        convert_small(g, in, row, from, to);
        return;
    }
    struct grid_value values[SCALAR_OPERANDS] = {{0}};
    read_operands(g, in, row, values);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    uint32_t count = values[0].count, halves = row->second ? 2 : 1;
    for (uint32_t i = 0; i < count && i + (halves - 1) * count < result.count; i++) {
        struct litmus_part parts[SCALAR_OPERANDS];
        for (uint32_t k = 0; k < SCALAR_OPERANDS; k++)
            parts[k] = values[k].parts[row->scalars && k >= row->scalars ? 0 : i];
        struct scalar s = {
            g, result.parts[i].width, parts[0].operand, parts[1].operand, parts[2].operand, parts, in->opcode};
        s.first = result.parts[i].operand = row->compute ? row->compute(&s) : apply(row, &s);
        if (row->second)
            result.parts[count + i].operand = row->second(&s);
    }
    grid_set_result(g, in, result);
    if (row->estimate)
        grid_note_estimate(g, in);
}

/* ---- what does not work component by component ---- */

static void select_value(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value condition = grid_value_of(g, in, in->operands[0]);
    struct grid_value a = grid_value_of(g, in, in->operands[1]), b = grid_value_of(g, in, in->operands[2]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    if (a.count != b.count)
        grid_refuse(g, in, "its operands do not fit its type");
    for (uint32_t i = 0; i < result.count && i < a.count; i++)
        result.parts[i].operand =
            grid_select(g, result.parts[i].width, condition.parts[i < condition.count ? i : 0].operand,
                        a.parts[i].operand, b.parts[i].operand);
    result.root = a.root == b.root ? a.root : NULL;
    result.layout = a.layout;
    if (a.layout.stride != b.layout.stride || a.layout.row_major != b.layout.row_major)
        grid_refuse(g, in, "a pointer to one of several matrices, which lie in memory in different ways");
    grid_set_result(g, in, result);
}

/* The bits of one value as another, in order, lowest first. */
void grid_compile_bitcast(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand) {
    struct grid_value from = grid_value_of(g, in, in->operands[operand]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    uint64_t first = 0;
    for (uint32_t i = 0; i < result.count; first += result.parts[i++].width)
        result.parts[i].operand =
            litmus_build_bits(grid_builder(g), from.parts, from.count, first, result.parts[i].width);
    grid_set_result(g, in, result);
}

static void any_or_all(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value vector = grid_value_of(g, in, in->operands[0]);
    struct program_operand result = vector.parts[0].operand;
    for (uint32_t i = 1; i < vector.count; i++)
        result =
            grid_compute(g, in->opcode == SpvOpAny ? PROGRAM_OR : PROGRAM_AND, 1, 0, result, vector.parts[i].operand);
    grid_set_operand(g, in, result);
}

static void bitcast(struct grid_reader *g, const struct spirv_instruction *in) {
    grid_compile_bitcast(g, in, 0);
}

static const struct grid_row others[] = {{SpvOpSelect, select_value},
                                         {SpvOpBitcast, bitcast},
                                         {SPIRV_BITCAST_EXTRACT, grid_extract_bits},
                                         {SpvOpAny, any_or_all},
                                         {SpvOpAll, any_or_all}};

const struct grid_table grid_arithmetic_tables[] = {GRID_TABLE(rows, by_row), GRID_ROWS(others), {NULL}};
