/* Instructions that compute, and touch no memory: integers and conditions as the specification has them, everything
 * else as a function of its operands of which nothing is known, and what other invocations have a part in as anything.
 * Whatever is in none of these tables is not known (prove_run.c). */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/later.h"
#include "translator/prove/prove_core.h"

const struct prove_value *prove_value_of(struct prover *p, spirv_id id, uint32_t word) {
    uint32_t index = spirv_index(p->module, id);
    if (p->values[index])
        return p->values[index];
    const struct spirv_constant *constant = spirv_constant_of_id(p->module, id);
    const struct prove_value *of_free = constant ? prove_of_free(p, id) : NULL;
    if (constant)
        return p->values[index] = of_free ? of_free : prove_of_constant(p, constant);
    if (spirv_defining(p->module, id).opcode == SpvOpUndef && p->module->definitions[index].type)
        return prove_fresh(p, p->module->definitions[index].type->id, PROVE_OF_INVOCATION);
    prove_give_up(p, word, "a value that no instruction before has given");
}

static prove_term term_of_value(struct prover *p, const struct prove_value *value, uint8_t width) {
    if (value->kind == PROVE_SCALAR && (!width || prove_width(&p->terms, value->term) == width))
        return value->term;
    return prove_symbol(&p->terms, width ? width : 32, PROVE_OF_INVOCATION);
}

prove_term prove_term_of(struct prover *p, spirv_id id, uint32_t word) {
    const struct spirv_type *type = spirv_type_of_value(p->module, id);
    return term_of_value(p, prove_value_of(p, id, word), type ? prove_scalar_width(p, type->id) : 0);
}

/* ---- formulas, component by component ---- */

enum formula {
    NONE,
    BINARY,  /* the operation of the row */
    SWAPPED, /* with its operands the other way round */
    NEGATED, /* and then not */
    SWAPPED_NEGATED,
    SUBTRACT,
    NEGATE,
    COMPLEMENT,
    SHIFT,
    RESIZE,
    RESIZE_SIGNED,
    SELECT,
    DIVIDE, /* undefined for a divisor of 0 */
    COPY,
    EXTRACT_UNSIGNED,
    EXTRACT_SIGNED,
    INSERT,
    REVERSE,
    COUNT,
    MINIMUM, /* by the comparison of the row */
    MAXIMUM,
    CLAMP,
    ABSOLUTE,
    SIGN
};

struct row {
    uint16_t opcode;
    uint8_t formula, operation;
};

static const struct row rows[] = {
    {SpvOpIAdd, BINARY, PROVE_ADD},
    {SpvOpIMul, BINARY, PROVE_MULTIPLY},
    {SpvOpISub, SUBTRACT, 0},
    {SpvOpSNegate, NEGATE, 0},
    {SpvOpNot, COMPLEMENT, 0},
    {SpvOpLogicalNot, COMPLEMENT, 0},
    {SpvOpBitwiseAnd, BINARY, PROVE_AND},
    {SpvOpBitwiseOr, BINARY, PROVE_OR},
    {SpvOpBitwiseXor, BINARY, PROVE_XOR},
    {SpvOpLogicalAnd, BINARY, PROVE_AND},
    {SpvOpLogicalOr, BINARY, PROVE_OR},
    {SpvOpLogicalEqual, BINARY, PROVE_EQUAL},
    {SpvOpLogicalNotEqual, NEGATED, PROVE_EQUAL},
    {SpvOpUDiv, DIVIDE, PROVE_UNSIGNED_DIVIDE},
    {SpvOpSDiv, DIVIDE, PROVE_SIGNED_DIVIDE},
    {SpvOpUMod, DIVIDE, PROVE_UNSIGNED_REMAINDER},
    {SpvOpSRem, DIVIDE, PROVE_SIGNED_REMAINDER},
    {SpvOpSMod, DIVIDE, PROVE_SIGNED_MODULO},
    {SpvOpShiftLeftLogical, SHIFT, PROVE_SHIFT_LEFT},
    {SpvOpShiftRightLogical, SHIFT, PROVE_SHIFT_RIGHT},
    {SpvOpShiftRightArithmetic, SHIFT, PROVE_SHIFT_RIGHT_SIGNED},
    {SpvOpIEqual, BINARY, PROVE_EQUAL},
    {SpvOpINotEqual, NEGATED, PROVE_EQUAL},
    {SpvOpULessThan, BINARY, PROVE_UNSIGNED_LESS},
    {SpvOpSLessThan, BINARY, PROVE_SIGNED_LESS},
    {SpvOpUGreaterThan, SWAPPED, PROVE_UNSIGNED_LESS},
    {SpvOpSGreaterThan, SWAPPED, PROVE_SIGNED_LESS},
    {SpvOpULessThanEqual, SWAPPED_NEGATED, PROVE_UNSIGNED_LESS},
    {SpvOpSLessThanEqual, SWAPPED_NEGATED, PROVE_SIGNED_LESS},
    {SpvOpUGreaterThanEqual, NEGATED, PROVE_UNSIGNED_LESS},
    {SpvOpSGreaterThanEqual, NEGATED, PROVE_SIGNED_LESS},
    {SpvOpUConvert, RESIZE, 0},
    {SpvOpSConvert, RESIZE_SIGNED, 0},
    {SpvOpSelect, SELECT, 0},
    {SpvOpBitFieldUExtract, EXTRACT_UNSIGNED, 0},
    {SpvOpBitFieldSExtract, EXTRACT_SIGNED, 0},
    {SpvOpBitFieldInsert, INSERT, 0},
    {SpvOpBitReverse, REVERSE, 0},
    {SpvOpBitCount, COUNT, 0},
};

static const struct row extended_rows[] = {
    {GLSLstd450UMin, MINIMUM, PROVE_UNSIGNED_LESS},
    {GLSLstd450UMax, MAXIMUM, PROVE_UNSIGNED_LESS},
    {GLSLstd450UClamp, CLAMP, PROVE_UNSIGNED_LESS},
    {GLSLstd450SMin, MINIMUM, PROVE_SIGNED_LESS},
    {GLSLstd450SMax, MAXIMUM, PROVE_SIGNED_LESS},
    {GLSLstd450SClamp, CLAMP, PROVE_SIGNED_LESS},
    {GLSLstd450SAbs, ABSOLUTE, 0},
    {GLSLstd450SSign, SIGN, 0},
};

static const struct row *find_row(const struct row *list, size_t count, uint32_t opcode) {
    for (size_t i = 0; i < count; i++)
        if (list[i].opcode == opcode)
            return &list[i];
    return NULL;
}
#define FIND_ROW(list, opcode) find_row(list, sizeof(list) / sizeof *(list), opcode)

static prove_term number(struct prover *p, prove_term like, uint64_t bits) {
    return prove_constant(&p->terms, prove_width(&p->terms, like), bits);
}

/* A result that the specification leaves undefined is not one of those that are asked about, which a verdict says. */
static prove_term divide(struct prover *p, enum prove_operation operation, prove_term a, prove_term b) {
    if (!prove_is_constant(&p->terms, b) || prove_is(&p->terms, b, 0))
        p->assumed |= 1u << PROVE_ASSUMES_DEFINED;
    return prove_binary(&p->terms, operation, a, b);
}

static prove_term shift(struct prover *p, enum prove_operation operation, prove_term a, prove_term b) {
    uint8_t width = prove_width(&p->terms, a);
    if (!prove_is_constant(&p->terms, b) || p->terms.nodes[b].bits >= width)
        p->assumed |= 1u << PROVE_ASSUMES_DEFINED;
    return prove_binary(&p->terms, operation, a, prove_resize(&p->terms, b, width, false));
}

/* As many low bits as the count says. */
static prove_term low_bits(struct prover *p, prove_term like, prove_term count) {
    prove_term end = shift(p, PROVE_SHIFT_LEFT, number(p, like, 1), count);
    return prove_add(&p->terms, end, number(p, like, UINT64_MAX));
}

static prove_term extract(struct prover *p, const prove_term *a, bool is_signed) {
    struct prove_terms *t = &p->terms;
    if (!is_signed)
        return prove_binary(t, PROVE_AND, shift(p, PROVE_SHIFT_RIGHT, a[0], a[1]), low_bits(p, a[0], a[2]));
    prove_term width = prove_constant(t, prove_width(t, a[2]), prove_width(t, a[0]));
    prove_term above = prove_add(t, width, prove_negate(t, a[2]));
    prove_term left = prove_add(t, above, prove_negate(t, prove_resize(t, a[1], prove_width(t, a[2]), false)));
    return shift(p, PROVE_SHIFT_RIGHT_SIGNED, shift(p, PROVE_SHIFT_LEFT, a[0], left), above);
}

static prove_term insert(struct prover *p, const prove_term *a) {
    struct prove_terms *t = &p->terms;
    prove_term bits = low_bits(p, a[0], a[3]), there = shift(p, PROVE_SHIFT_LEFT, bits, a[2]);
    prove_term old = prove_binary(t, PROVE_AND, a[0], prove_not(t, there));
    prove_term new = shift(p, PROVE_SHIFT_LEFT, prove_binary(t, PROVE_AND, a[1], bits), a[2]);
    return prove_binary(t, PROVE_OR, old, new);
}

/* Halves of halves change places. */
static prove_term reverse(struct prover *p, prove_term a) {
    uint8_t width = prove_width(&p->terms, a);
    for (uint32_t by = 1; by < width; by *= 2) {
        uint64_t low = UINT64_MAX / ((UINT64_C(1) << by) + 1);
        prove_term mask = number(p, a, low);
        prove_term up = shift(p, PROVE_SHIFT_LEFT, prove_binary(&p->terms, PROVE_AND, a, mask), number(p, a, by));
        prove_term down = prove_binary(&p->terms, PROVE_AND, shift(p, PROVE_SHIFT_RIGHT, a, number(p, a, by)), mask);
        a = prove_binary(&p->terms, PROVE_OR, up, down);
    }
    return a;
}

static prove_term count_bits(struct prover *p, prove_term a) {
    prove_term sum = number(p, a, 0), one = number(p, a, 1);
    for (uint32_t i = 0; i < prove_width(&p->terms, a); i++)
        sum = prove_add(&p->terms, sum,
                        prove_binary(&p->terms, PROVE_AND, shift(p, PROVE_SHIFT_RIGHT, a, number(p, a, i)), one));
    return sum;
}

static prove_term lesser(struct prover *p, uint8_t comparison, prove_term a, prove_term b, bool greater) {
    prove_term less = prove_binary(&p->terms, (enum prove_operation)comparison, a, b);
    return greater ? prove_choose(&p->terms, less, b, a) : prove_choose(&p->terms, less, a, b);
}

static prove_term sign(struct prover *p, prove_term a) {
    struct prove_terms *t = &p->terms;
    prove_term zero = number(p, a, 0);
    prove_term positive = prove_choose(t, prove_binary(t, PROVE_SIGNED_LESS, zero, a), number(p, a, 1), zero);
    return prove_choose(t, prove_binary(t, PROVE_SIGNED_LESS, a, zero), number(p, a, UINT64_MAX), positive);
}

static prove_term compute(struct prover *p, const struct row *row, const prove_term *a, uint8_t width) {
    struct prove_terms *t = &p->terms;
    enum prove_operation operation = (enum prove_operation)row->operation;
    switch (row->formula) {
    case BINARY:
        return prove_binary(t, operation, a[0], a[1]);
    case SWAPPED:
        return prove_binary(t, operation, a[1], a[0]);
    case NEGATED:
        return prove_not(t, prove_binary(t, operation, a[0], a[1]));
    case SWAPPED_NEGATED:
        return prove_not(t, prove_binary(t, operation, a[1], a[0]));
    case SUBTRACT:
        return prove_add(t, a[0], prove_negate(t, a[1]));
    case NEGATE:
        return prove_negate(t, a[0]);
    case COMPLEMENT:
        return prove_not(t, a[0]);
    case SHIFT:
        return shift(p, operation, a[0], a[1]);
    case RESIZE:
        return prove_resize(t, a[0], width, false);
    case RESIZE_SIGNED:
        return prove_resize(t, a[0], width, true);
    case SELECT:
        return prove_choose(t, a[0], a[1], a[2]);
    case DIVIDE:
        return divide(p, operation, a[0], a[1]);
    case EXTRACT_UNSIGNED:
    case EXTRACT_SIGNED:
        return extract(p, a, row->formula == EXTRACT_SIGNED);
    case INSERT:
        return insert(p, a);
    case REVERSE:
        return reverse(p, a[0]);
    case COUNT:
        return prove_resize(t, count_bits(p, a[0]), width, false);
    case MINIMUM:
    case MAXIMUM:
        return lesser(p, row->operation, a[0], a[1], row->formula == MAXIMUM);
    case CLAMP:
        return lesser(p, row->operation, lesser(p, row->operation, a[0], a[1], true), a[2], false);
    case ABSOLUTE:
        return lesser(p, PROVE_SIGNED_LESS, a[0], prove_negate(t, a[0]), true);
    default: /* SIGN */
        return sign(p, a[0]);
    }
}

enum { MOST_OPERANDS = 4 };

/* The operand of an operation on components: a scalar is the same for all of them. */
static prove_term operand_at(struct prover *p, spirv_id id, uint32_t word, uint32_t component, bool is_vector) {
    const struct prove_value *value = prove_value_of(p, id, word);
    const struct spirv_type *type = spirv_type_of_value(p->module, id);
    bool has_parts = type && type->opcode == SpvOpTypeVector;
    spirv_id scalar = !type ? 0 : has_parts ? type->element : type->id;
    if (is_vector && has_parts)
        value = prove_part(p, value, component);
    return term_of_value(p, value, prove_scalar_width(p, scalar));
}

static const struct prove_value *compute_row(struct prover *p, const struct spirv_instruction *in,
                                             const struct row *row, const uint32_t *ids, uint32_t count) {
    const struct spirv_type *type = spirv_type_of_id(p->module, in->type);
    bool is_vector = type && type->opcode == SpvOpTypeVector;
    uint32_t components = is_vector ? prove_part_count(p, in->type) : 1;
    spirv_id scalar = is_vector ? type->element : in->type;
    uint8_t width = prove_scalar_width(p, scalar);
    prove_term a[MOST_OPERANDS];
    if (!width || !components || count > MOST_OPERANDS)
        return NULL;
    const struct prove_value **parts = arena_allocate_array(p->arena, components, sizeof *parts);
    for (uint32_t i = 0; i < components; i++) {
        for (uint32_t k = 0; k < count; k++)
            a[k] = operand_at(p, ids[k], in->word, i, is_vector);
        parts[i] = prove_scalar(p, compute(p, row, a, width));
    }
    return is_vector ? prove_composite(p, parts, components) : parts[0];
}

/* ---- functions of which nothing is known ---- */

static bool is_between(uint32_t opcode, uint32_t first, uint32_t last) {
    return opcode >= first && opcode <= last;
}

/* Each component of the result hangs on the same component of the operands. */
static bool is_componentwise(uint32_t opcode) {
    return is_between(opcode, SpvOpConvertFToU, SpvOpQuantizeToF16) || is_between(opcode, SpvOpFNegate, SpvOpFMod) ||
           is_between(opcode, SpvOpIsNan, SpvOpFUnordGreaterThanEqual);
}

/* The result is a function of the operands. */
static bool is_function(uint32_t opcode) {
    return is_componentwise(opcode) || is_between(opcode, SpvOpVectorTimesScalar, SpvOpSMulExtended) ||
           is_between(opcode, SpvOpAny, SpvOpAll) || opcode == SpvOpTranspose || opcode == SpvOpBitcast;
}

/* Other invocations have a part in the result, or no specification says what it is: it may be anything. */
static bool is_anything(uint32_t opcode) {
    return opcode == SpvOpUndef || is_between(opcode, SpvOpDPdx, SpvOpFwidthCoarse) ||
           is_between(opcode, SpvOpGroupNonUniformElect, SpvOpGroupNonUniformQuadSwap) ||
           opcode == SpvOpSubgroupBallotKHR || opcode == SpvOpSubgroupFirstInvocationKHR ||
           is_between(opcode, SpvOpSubgroupAllKHR, SpvOpSubgroupReadInvocationKHR) || opcode == SpvOpReadClockKHR ||
           is_between(opcode, SpvOpSDot, SpvOpSUDotAccSat);
}

/* Arguments of one component, or of all. */
static struct prove_list arguments_of(struct prover *p, const struct spirv_instruction *in, uint32_t first,
                                      uint32_t component, bool is_by_component, bool *is_known) {
    struct prove_list list = {0};
    for (uint32_t i = first; i < in->operand_count; i++) {
        if (is_by_component)
            *ARENA_PUSH(p->arena, list.items, list.count, list.capacity) =
                operand_at(p, in->operands[i], in->word, component, true);
        else
            *is_known &= prove_scalars(p, prove_value_of(p, in->operands[i], in->word), &list);
    }
    return list;
}

static const struct prove_value *apply(struct prover *p, const struct spirv_instruction *in, uint64_t function,
                                       uint32_t first) {
    const struct spirv_type *type = spirv_type_of_id(p->module, in->type);
    bool is_known = true, by_component = is_componentwise(in->opcode) && type && type->opcode == SpvOpTypeVector;
    p->assumed |= 1u << PROVE_ASSUMES_FLOATS;
    if (!by_component) {
        struct prove_list list = arguments_of(p, in, first, 0, false, &is_known);
        return is_known ? prove_applied(p, in->type, function, list.items, list.count)
                        : prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    }
    uint32_t count = prove_part_count(p, in->type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count + 1, sizeof *parts);
    for (uint32_t i = 0; i < count; i++) {
        struct prove_list list = arguments_of(p, in, first, i, true, &is_known);
        parts[i] = prove_applied(p, type->element, function, list.items, list.count);
    }
    return count ? prove_composite(p, parts, count) : prove_unknown(p, in->type);
}

/* Two instructions are two functions: they may round in different ways. */
static uint64_t function_of(const struct spirv_instruction *in) {
    return (uint64_t)in->word << 8 | 1;
}

/* ---- composites ---- */

static const struct prove_value *construct(struct prover *p, const struct spirv_instruction *in) {
    const struct spirv_type *type = spirv_type_of_id(p->module, in->type);
    struct prove_list list = {0};
    uint32_t count = prove_part_count(p, in->type);
    if (!type || !count)
        return prove_unknown(p, in->type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count, sizeof *parts);
    if (type->opcode != SpvOpTypeVector) {
        for (uint32_t i = 0; i < count && i < in->operand_count; i++)
            parts[i] = prove_value_of(p, in->operands[i], in->word);
        return in->operand_count == count ? prove_composite(p, parts, count) : prove_unknown(p, in->type);
    }
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (!prove_scalars(p, prove_value_of(p, in->operands[i], in->word), &list))
            return prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    for (uint32_t i = 0; i < count && i < list.count; i++)
        parts[i] = prove_scalar(p, list.items[i]);
    return list.count == count ? prove_composite(p, parts, count) : prove_unknown(p, in->type);
}

static const struct prove_value *shuffle(struct prover *p, const struct spirv_instruction *in) {
    const struct spirv_type *type = spirv_type_of_id(p->module, in->type);
    const struct prove_value *from[2] = {prove_value_of(p, in->operands[0], in->word),
                                         prove_value_of(p, in->operands[1], in->word)};
    const struct spirv_type *first = spirv_type_of_value(p->module, in->operands[0]);
    uint32_t count = in->operand_count - 2;
    if (!type || !first)
        return prove_unknown(p, in->type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count + 1, sizeof *parts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = in->operands[i + 2];
        parts[i] = at == UINT32_MAX    ? prove_fresh(p, type->element, PROVE_OF_INVOCATION)
                   : at < first->count ? prove_part(p, from[0], at)
                                       : prove_part(p, from[1], at - first->count);
    }
    return prove_composite(p, parts, count);
}

static const struct prove_value *inserted(struct prover *p, const struct prove_value *value,
                                          const struct prove_value *with, const uint32_t *path, uint32_t count) {
    if (!count)
        return with;
    return prove_with_part(p, value, path[0], inserted(p, prove_part(p, value, path[0]), with, path + 1, count - 1));
}

static const struct prove_value *compute_composite(struct prover *p, const struct spirv_instruction *in) {
    const struct prove_value *value;
    switch (in->opcode) {
    case SpvOpCompositeConstruct:
        return construct(p, in);
    case SpvOpVectorShuffle:
        return shuffle(p, in);
    case SpvOpCopyObject:
    case SpvOpCopyLogical:
        return prove_value_of(p, in->operands[0], in->word);
    case SpvOpCompositeExtract:
        value = prove_value_of(p, in->operands[0], in->word);
        for (uint32_t i = 1; i < in->operand_count; i++)
            value = prove_part(p, value, in->operands[i]);
        return value;
    case SpvOpCompositeInsert:
        return inserted(p, prove_value_of(p, in->operands[1], in->word), prove_value_of(p, in->operands[0], in->word),
                        in->operands + 2, in->operand_count - 2);
    case SpvOpVectorExtractDynamic:
        return prove_indexed(p, prove_value_of(p, in->operands[0], in->word),
                             prove_term_of(p, in->operands[1], in->word));
    case SpvOpVectorInsertDynamic:
        return prove_with_indexed(p, prove_value_of(p, in->operands[0], in->word),
                                  prove_term_of(p, in->operands[2], in->word),
                                  prove_value_of(p, in->operands[1], in->word));
    default:
        return NULL;
    }
}

/* ---- instructions whose result is made of several ---- */

/* Low half, and carry, borrow or high half. */
static const struct prove_value *compute_pair(struct prover *p, const struct spirv_instruction *in) {
    struct prove_terms *t = &p->terms;
    bool is_product = in->opcode == SpvOpUMulExtended || in->opcode == SpvOpSMulExtended;
    if (in->opcode != SpvOpIAddCarry && in->opcode != SpvOpISubBorrow && !is_product)
        return NULL;
    prove_term a = prove_term_of(p, in->operands[0], in->word), b = prove_term_of(p, in->operands[1], in->word);
    const struct spirv_type *type = spirv_type_of_value(p->module, in->operands[0]);
    uint8_t width = prove_width(t, a);
    if (!type || type->opcode != SpvOpTypeInt || width > 32)
        return prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    bool is_signed = in->opcode == SpvOpSMulExtended;
    prove_term wide_a = prove_resize(t, a, width * 2, is_signed), wide_b = prove_resize(t, b, width * 2, is_signed);
    prove_term wide = is_product                     ? prove_multiply(t, wide_a, wide_b)
                      : in->opcode == SpvOpIAddCarry ? prove_add(t, wide_a, wide_b)
                                                     : prove_add(t, wide_a, prove_negate(t, wide_b));
    prove_term high = prove_binary(t, PROVE_SHIFT_RIGHT, wide, prove_constant(t, width * 2, width));
    high = prove_resize(t, high, width, false);
    if (in->opcode == SpvOpISubBorrow) /* 1 where the difference is below 0 */
        high = prove_binary(t, PROVE_AND, high, prove_constant(t, width, 1));
    const struct prove_value **parts = arena_allocate_array(p->arena, 2, sizeof *parts);
    parts[0] = prove_scalar(p, prove_resize(t, wide, width, false));
    parts[1] = prove_scalar(p, high);
    return prove_composite(p, parts, 2);
}

static const struct prove_value *compute_any_or_all(struct prover *p, const struct spirv_instruction *in) {
    struct prove_list list = {0};
    if (in->opcode != SpvOpAny && in->opcode != SpvOpAll)
        return NULL;
    if (!prove_scalars(p, prove_value_of(p, in->operands[0], in->word), &list) || !list.count)
        return prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    prove_term all = list.items[0];
    for (uint32_t i = 1; i < list.count; i++)
        all =
            in->opcode == SpvOpAll ? prove_and(&p->terms, all, list.items[i]) : prove_or(&p->terms, all, list.items[i]);
    return prove_scalar(p, all);
}

/* Same bits, where the parts are as wide. */
static const struct prove_value *compute_bitcast(struct prover *p, const struct spirv_instruction *in) {
    const struct spirv_type *to = spirv_type_of_id(p->module, in->type),
                            *from = spirv_type_of_value(p->module, in->operands[0]);
    if (in->opcode != SpvOpBitcast || !to || !from)
        return NULL;
    bool are_vectors = to->opcode == SpvOpTypeVector && from->opcode == SpvOpTypeVector && to->count == from->count;
    spirv_id a = are_vectors ? to->element : to->id, b = are_vectors ? from->element : from->id;
    uint8_t width = prove_scalar_width(p, a);
    return width && width == prove_scalar_width(p, b) ? prove_value_of(p, in->operands[0], in->word) : NULL;
}

static const struct prove_value *compute_extended(struct prover *p, const struct spirv_instruction *in) {
    struct spirv_instruction set = spirv_defining(p->module, in->operands[0]);
    const char *name = set.opcode == SpvOpExtInstImport ? (const char *)set.operands : "";
    uint32_t number = in->operands[1];
    if (spirv_is_non_semantic(name))
        return prove_unknown(p, in->type);
    if (strcmp(name, "GLSL.std.450") != 0)
        return NULL;
    const struct row *row = FIND_ROW(extended_rows, number);
    const struct prove_value *value = row ? compute_row(p, in, row, in->operands + 2, in->operand_count - 2) : NULL;
    return value ? value : apply(p, in, function_of(in), 2);
}

const struct prove_value *prove_compute(struct prover *p, const struct spirv_instruction *in) {
    const struct row *row = FIND_ROW(rows, in->opcode);
    const struct prove_value *value = row ? compute_row(p, in, row, in->operands, in->operand_count) : NULL;
    if (value)
        return value;
    if (row && in->opcode == SpvOpSelect) {
        prove_term condition = prove_term_of(p, in->operands[0], in->word);
        return prove_merge(p, condition, prove_value_of(p, in->operands[1], in->word),
                           prove_value_of(p, in->operands[2], in->word));
    }
    if (in->opcode == SpvOpExtInst)
        return compute_extended(p, in);
    const struct prove_value *(*const ways[])(struct prover *, const struct spirv_instruction *) = {
        compute_composite, compute_pair, compute_any_or_all, compute_bitcast};
    for (size_t i = 0; !value && i < sizeof ways / sizeof *ways; i++)
        value = ways[i](p, in);
    if (value)
        return value;
    if (is_anything(in->opcode))
        return prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    return is_function(in->opcode) ? apply(p, in, function_of(in), 0) : NULL;
}
