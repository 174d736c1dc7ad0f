/* Arithmetic of SPIR-V as the engine's, part by part. */
#include "spirv/later.h"
#include "translator/litmus/litmus_spirv_reader.h"

enum shape {
    SAME,     /* operands and result are of one width */
    COMPARES, /* the result is a boolean */
    CONVERTS, /* one operand, of another width */
    ZERO_MINUS,
    ALL_ONES, /* with a second operand of ones */
    TOP_BIT,  /* with one of the highest bit alone */
    TWICE     /* COMPARES with itself */
};

static const struct row {
    uint16_t opcode;
    uint8_t alu, shape;
} rows[] = {
    {SpvOpIAdd, PROGRAM_ADD, SAME},
    {SpvOpISub, PROGRAM_SUB, SAME},
    {SpvOpIMul, PROGRAM_MUL, SAME},
    {SpvOpUDiv, PROGRAM_UDIV, SAME},
    {SpvOpSDiv, PROGRAM_SDIV, SAME},
    {SpvOpUMod, PROGRAM_UREM, SAME},
    {SpvOpSRem, PROGRAM_SREM, SAME},
    {SpvOpShiftRightLogical, PROGRAM_LSHR, SAME},
    {SpvOpShiftRightArithmetic, PROGRAM_ASHR, SAME},
    {SpvOpShiftLeftLogical, PROGRAM_SHL, SAME},
    {SpvOpBitwiseOr, PROGRAM_OR, SAME},
    {SpvOpBitwiseXor, PROGRAM_XOR, SAME},
    {SpvOpBitwiseAnd, PROGRAM_AND, SAME},
    {SpvOpLogicalOr, PROGRAM_OR, SAME},
    {SpvOpLogicalAnd, PROGRAM_AND, SAME},
    {SpvOpLogicalNotEqual, PROGRAM_XOR, SAME},
    {SpvOpLogicalEqual, PROGRAM_COMPARE + IR_EQ, COMPARES},
    {SpvOpNot, PROGRAM_XOR, ALL_ONES},
    {SpvOpLogicalNot, PROGRAM_XOR, ALL_ONES},
    {SpvOpSNegate, PROGRAM_SUB, ZERO_MINUS},
    {SpvOpUConvert, PROGRAM_COPY, CONVERTS},
    {SpvOpSConvert, PROGRAM_SEXT, CONVERTS},
    {SpvOpIEqual, PROGRAM_COMPARE + IR_EQ, COMPARES},
    {SpvOpINotEqual, PROGRAM_COMPARE + IR_NE, COMPARES},
    {SpvOpUGreaterThan, PROGRAM_COMPARE + IR_UGT, COMPARES},
    {SpvOpUGreaterThanEqual, PROGRAM_COMPARE + IR_UGE, COMPARES},
    {SpvOpULessThan, PROGRAM_COMPARE + IR_ULT, COMPARES},
    {SpvOpULessThanEqual, PROGRAM_COMPARE + IR_ULE, COMPARES},
    {SpvOpSGreaterThan, PROGRAM_COMPARE + IR_SGT, COMPARES},
    {SpvOpSGreaterThanEqual, PROGRAM_COMPARE + IR_SGE, COMPARES},
    {SpvOpSLessThan, PROGRAM_COMPARE + IR_SLT, COMPARES},
    {SpvOpSLessThanEqual, PROGRAM_COMPARE + IR_SLE, COMPARES},
    {SpvOpBitReverse, PROGRAM_REVERSE, SAME},
    {SpvOpBitCount, PROGRAM_COUNT_ONES, CONVERTS},
    {SpvOpFAdd, PROGRAM_FADD, SAME},
    {SpvOpFSub, PROGRAM_FSUB, SAME},
    {SpvOpFMul, PROGRAM_FMUL, SAME},
    {SpvOpFDiv, PROGRAM_FDIV, SAME},
    {SpvOpFRem, PROGRAM_FREM, SAME},
    {SpvOpFNegate, PROGRAM_XOR, TOP_BIT},
    {SpvOpFConvert, PROGRAM_FCONVERT, CONVERTS},
    {SpvOpConvertUToF, PROGRAM_UTOF, CONVERTS},
    {SpvOpConvertSToF, PROGRAM_STOF, CONVERTS},
    {SpvOpConvertFToU, PROGRAM_FTOU, CONVERTS},
    {SpvOpConvertFToS, PROGRAM_FTOS, CONVERTS},
    {SpvOpConvertUToPtr, PROGRAM_COPY, CONVERTS},
    {SpvOpConvertPtrToU, PROGRAM_COPY, CONVERTS},
    {SpvOpIsNan, PROGRAM_FCOMPARE + IR_UNO, TWICE},
    {SpvOpOrdered, PROGRAM_FCOMPARE + IR_ORD, COMPARES},
    {SpvOpUnordered, PROGRAM_FCOMPARE + IR_UNO, COMPARES},
    {SpvOpLessOrGreater, PROGRAM_FCOMPARE + IR_ONE, COMPARES},
    {SpvOpFOrdEqual, PROGRAM_FCOMPARE + IR_OEQ, COMPARES},
    {SpvOpFOrdNotEqual, PROGRAM_FCOMPARE + IR_ONE, COMPARES},
    {SpvOpFOrdLessThan, PROGRAM_FCOMPARE + IR_OLT, COMPARES},
    {SpvOpFOrdLessThanEqual, PROGRAM_FCOMPARE + IR_OLE, COMPARES},
    {SpvOpFOrdGreaterThan, PROGRAM_FCOMPARE + IR_OGT, COMPARES},
    {SpvOpFOrdGreaterThanEqual, PROGRAM_FCOMPARE + IR_OGE, COMPARES},
    {SpvOpFUnordEqual, PROGRAM_FCOMPARE + IR_UEQ, COMPARES},
    {SpvOpFUnordNotEqual, PROGRAM_FCOMPARE + IR_UNE, COMPARES},
    {SpvOpFUnordLessThan, PROGRAM_FCOMPARE + IR_FULT, COMPARES},
    {SpvOpFUnordLessThanEqual, PROGRAM_FCOMPARE + IR_FULE, COMPARES},
    {SpvOpFUnordGreaterThan, PROGRAM_FCOMPARE + IR_FUGT, COMPARES},
    {SpvOpFUnordGreaterThanEqual, PROGRAM_FCOMPARE + IR_FUGE, COMPARES},
    {SpvOpPtrEqual, PROGRAM_COMPARE + IR_EQ, COMPARES},
    {SpvOpPtrNotEqual, PROGRAM_COMPARE + IR_NE, COMPARES},
};

static struct program_operand apply(struct grid_reader *g, const struct row *row, uint8_t width, struct litmus_part a,
                                    struct litmus_part b) {
    uint8_t from = row->shape == COMPARES || row->shape == CONVERTS || row->shape == TWICE ? a.width : 0;
    if (row->shape == ZERO_MINUS) {
        b = a;
        a.operand = program_constant(0);
    }
    if (row->shape == ALL_ONES)
        b.operand = program_constant(UINT64_MAX);
    if (row->shape == TOP_BIT)
        b.operand = program_constant(UINT64_C(1) << (width - 1));
    if (row->shape == TWICE)
        b = a;
    /* The amount of a shift may be of another width than what is shifted. */
    if (row->shape == SAME && b.width != a.width)
        b.operand =
            grid_compute(g, PROGRAM_COPY, width, b.width, b.operand, (struct program_operand){PROGRAM_NOTHING, 0});
    if (row->shape == CONVERTS)
        b.operand.kind = PROGRAM_NOTHING;
    return grid_compute(g, (enum program_alu)row->alu, width, from, a.operand, b.operand);
}

/* The two operands of an instruction that works part by part. */
static void read_pair(struct grid_reader *g, const struct spirv_instruction *in, uint32_t first, struct grid_value *a,
                      struct grid_value *b) {
    *a = grid_value_of(g, in, in->operands[first]);
    *b = first + 1 < in->operand_count ? grid_value_of(g, in, in->operands[first + 1]) : *a;
    if (a->count != b->count)
        grid_refuse(g, in, "its operands do not fit its type");
}

static void by_row(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row) {
    struct grid_value a, b;
    read_pair(g, in, 0, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < a.count; i++)
        result.parts[i].operand = apply(g, row, result.parts[i].width, a.parts[i], b.parts[i]);
    grid_set_result(g, in, result);
    if (row->alu == PROGRAM_FDIV || row->alu == PROGRAM_FREM)
        grid_note_estimate(g, in);
}

static void select_value(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value condition = grid_value_of(g, in, in->operands[0]);
    struct grid_value a, b;
    read_pair(g, in, 1, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
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
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    result.parts[0].operand = vector.parts[0].operand;
    for (uint32_t i = 1; i < vector.count; i++)
        result.parts[0].operand = grid_compute(g, in->opcode == SpvOpAny ? PROGRAM_OR : PROGRAM_AND, 1, 0,
                                               result.parts[0].operand, vector.parts[i].operand);
    grid_set_result(g, in, result);
}

/* The sign of the result is the divisor's: where the remainder has the other one, the divisor is added. */
static void signed_modulo(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a, b;
    read_pair(g, in, 0, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < a.count; i++) {
        uint8_t width = result.parts[i].width;
        struct program_operand divisor = b.parts[i].operand;
        struct program_operand rest = grid_compute(g, PROGRAM_SREM, width, 0, a.parts[i].operand, divisor);
        struct program_operand signs = grid_compute(g, PROGRAM_XOR, width, 0, rest, divisor);
        struct program_operand differ = grid_compute(g, PROGRAM_COMPARE + IR_SLT, 1, width, signs, program_constant(0));
        struct program_operand some = grid_compute(g, PROGRAM_COMPARE + IR_NE, 1, width, rest, program_constant(0));
        struct program_operand mend = grid_compute(g, PROGRAM_AND, 1, 0, differ, some);
        struct program_operand sum = grid_compute(g, PROGRAM_ADD, width, 0, rest, divisor);
        result.parts[i].operand = grid_select(g, width, mend, sum, rest);
    }
    grid_set_result(g, in, result);
}

/* Sum and carry, difference and borrow: the second half of the parts. */
static void with_carry(struct grid_reader *g, const struct spirv_instruction *in) {
    bool adds = in->opcode == SpvOpIAddCarry;
    struct grid_value a, b;
    read_pair(g, in, 0, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < a.count && a.count + i < result.count; i++) {
        uint8_t width = a.parts[i].width;
        struct program_operand x = a.parts[i].operand, y = b.parts[i].operand;
        struct program_operand value = grid_compute(g, adds ? PROGRAM_ADD : PROGRAM_SUB, width, 0, x, y);
        struct program_operand over =
            grid_compute(g, PROGRAM_COMPARE + IR_ULT, 1, width, adds ? value : x, adds ? x : y);
        result.parts[i].operand = value;
        result.parts[a.count + i].operand =
            grid_compute(g, PROGRAM_COPY, width, 1, over, (struct program_operand){PROGRAM_NOTHING, 0});
    }
    grid_set_result(g, in, result);
}

/* Bits `offset` to `offset + count` of a value, sign-extended or not: shifted up to the top and down again. A count of
 * 0 gives 0. */
static void bit_field(struct grid_reader *g, const struct spirv_instruction *in) {
    bool is_signed = in->opcode == SpvOpBitFieldSExtract;
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    struct litmus_part offset = grid_value_of(g, in, in->operands[1]).parts[0];
    struct litmus_part count = grid_value_of(g, in, in->operands[2]).parts[0];
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct program_operand nothing = {PROGRAM_NOTHING, 0};
    for (uint32_t i = 0; i < result.count && i < base.count; i++) {
        uint8_t width = result.parts[i].width;
        struct program_operand at = grid_compute(g, PROGRAM_COPY, width, offset.width, offset.operand, nothing);
        struct program_operand bits = grid_compute(g, PROGRAM_COPY, width, count.width, count.operand, nothing);
        struct program_operand rest = grid_compute(g, PROGRAM_SUB, width, 0, program_constant(width), bits);
        struct program_operand none = grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, width, bits, program_constant(0));
        rest = grid_select(g, width, none, program_constant(0), rest);
        struct program_operand top = grid_compute(
            g, PROGRAM_SHL, width, 0, base.parts[i].operand,
            grid_select(g, width, none, program_constant(0), grid_compute(g, PROGRAM_SUB, width, 0, rest, at)));
        struct program_operand down = grid_compute(g, is_signed ? PROGRAM_ASHR : PROGRAM_LSHR, width, 0, top, rest);
        result.parts[i].operand = grid_select(g, width, none, program_constant(0), down);
    }
    grid_set_result(g, in, result);
}

/* `count` bits of the second operand stand at `offset` in the first. */
static void insert_bits(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value base, inserted;
    read_pair(g, in, 0, &base, &inserted);
    struct litmus_part offset = grid_value_of(g, in, in->operands[2]).parts[0];
    struct litmus_part count = grid_value_of(g, in, in->operands[3]).parts[0];
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct program_operand nothing = {PROGRAM_NOTHING, 0}, ones = program_constant(UINT64_MAX);
    for (uint32_t i = 0; i < result.count && i < base.count; i++) {
        uint8_t w = result.parts[i].width;
        struct program_operand at = grid_compute(g, PROGRAM_COPY, w, offset.width, offset.operand, nothing);
        struct program_operand bits = grid_compute(g, PROGRAM_COPY, w, count.width, count.operand, nothing);
        struct program_operand none = grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, w, bits, program_constant(0));
        struct program_operand rest = grid_compute(g, PROGRAM_SUB, w, 0, program_constant(w), bits);
        struct program_operand low =
            grid_compute(g, PROGRAM_LSHR, w, 0, ones, grid_select(g, w, none, program_constant(0), rest));
        struct program_operand mask =
            grid_compute(g, PROGRAM_SHL, w, 0, low, grid_select(g, w, none, program_constant(0), at));
        struct program_operand piece = grid_compute(g, PROGRAM_SHL, w, 0, inserted.parts[i].operand,
                                                    grid_select(g, w, none, program_constant(0), at));
        struct program_operand old = base.parts[i].operand;
        struct program_operand change =
            grid_compute(g, PROGRAM_AND, w, 0, mask, grid_compute(g, PROGRAM_XOR, w, 0, old, piece));
        result.parts[i].operand = grid_select(g, w, none, old, grid_compute(g, PROGRAM_XOR, w, 0, old, change));
    }
    grid_set_result(g, in, result);
}

/* The lower halves of the products, then the upper ones. */
static void multiply_wide(struct grid_reader *g, const struct spirv_instruction *in) {
    enum program_alu high = in->opcode == SpvOpSMulExtended ? PROGRAM_SMUL_HIGH : PROGRAM_UMUL_HIGH;
    struct grid_value a, b;
    read_pair(g, in, 0, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < a.count && a.count + i < result.count; i++) {
        struct program_operand x = a.parts[i].operand, y = b.parts[i].operand;
        result.parts[i].operand = grid_compute(g, PROGRAM_MUL, a.parts[i].width, 0, x, y);
        result.parts[a.count + i].operand = grid_compute(g, high, a.parts[i].width, 0, x, y);
    }
    grid_set_result(g, in, result);
}

static void fuse(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a, b, sum = grid_value_of(g, in, in->operands[2]);
    read_pair(g, in, 0, &a, &b);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < a.count && i < sum.count; i++)
        result.parts[i].operand = grid_compute_three(g, PROGRAM_FMA, result.parts[i].width, a.parts[i].operand,
                                                     b.parts[i].operand, sum.parts[i].operand);
    grid_set_result(g, in, result);
}

bool grid_compile_arithmetic(struct grid_reader *g, const struct spirv_instruction *in) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].opcode == in->opcode) {
            by_row(g, in, &rows[i]);
            return true;
        }
    switch (in->opcode) {
    case SpvOpSelect:
        select_value(g, in);
        return true;
    case SpvOpBitcast:
        grid_compile_bitcast(g, in, 0);
        return true;
    case SpvOpAny:
    case SpvOpAll:
        any_or_all(g, in);
        return true;
    case SpvOpSMod:
        signed_modulo(g, in);
        return true;
    case SpvOpIAddCarry:
    case SpvOpISubBorrow:
        with_carry(g, in);
        return true;
    case SpvOpBitFieldUExtract:
    case SpvOpBitFieldSExtract:
        bit_field(g, in);
        return true;
    case SpvOpBitFieldInsert:
        insert_bits(g, in);
        return true;
    case SpvOpUMulExtended:
    case SpvOpSMulExtended:
        multiply_wide(g, in);
        return true;
    case SPIRV_FMA:
        fuse(g, in);
        return true;
    case SpvOpExtInst:
        return grid_compile_extended(g, in);
    default:
        return grid_compile_numbers(g, in);
    }
}
