/* GLSL.std.450 as the engine's arithmetic. What Vulkan gives no exact result for is noted as an estimate. */
#include <spirv/unified1/GLSL.std.450.h>

#include "translator/program/litmus_spirv_scalar.h"

enum { FIRST_ARGUMENT = 2, MAX_ARGUMENTS = 3 };

/* ---- bits and numbers ---- */

static struct program_operand constant(const struct scalar *s, double value) {
    return program_number(value, s->w);
}

static struct program_operand top_bit(const struct scalar *s) {
    return program_constant(UINT64_C(1) << (s->w - 1));
}

static struct program_operand float_abs(const struct scalar *s, struct program_operand a) {
    return op(s, PROGRAM_AND, a, program_constant((UINT64_C(1) << (s->w - 1)) - 1));
}

static struct program_operand negated(const struct scalar *s, struct program_operand a) {
    return op(s, PROGRAM_XOR, a, top_bit(s));
}

static struct program_operand chosen(const struct scalar *s, enum ir_integer_predicate predicate,
                                     struct program_operand a, struct program_operand b) {
    return choose(s, test(s, PROGRAM_COMPARE + predicate, a, b), a, b);
}

/* ---- what is more than one expression ---- */

static struct program_operand f_sign(const struct scalar *s) {
    struct program_operand zero = constant(s, 0);
    struct program_operand above = test(s, PROGRAM_FCOMPARE + IR_OGT, s->a, zero);
    struct program_operand below = test(s, PROGRAM_FCOMPARE + IR_OLT, s->a, zero);
    return choose(s, above, constant(s, 1), choose(s, below, constant(s, -1), s->a));
}

static struct program_operand s_sign(const struct scalar *s) {
    struct program_operand zero = program_constant(0);
    struct program_operand above = test(s, PROGRAM_COMPARE + IR_SGT, s->a, zero);
    struct program_operand below = test(s, PROGRAM_COMPARE + IR_SLT, s->a, zero);
    return choose(s, above, program_constant(1), choose(s, below, program_constant(UINT64_MAX), zero));
}

static struct program_operand smooth_step(const struct scalar *s) {
    struct program_operand t = op(s, PROGRAM_FDIV, op(s, PROGRAM_FSUB, s->c, s->a), op(s, PROGRAM_FSUB, s->b, s->a));
    t = op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, t, constant(s, 0)), constant(s, 1));
    struct program_operand factor = op(s, PROGRAM_FSUB, constant(s, 3), op(s, PROGRAM_FMUL, constant(s, 2), t));
    return op(s, PROGRAM_FMUL, op(s, PROGRAM_FMUL, t, t), factor);
}

static struct program_operand highest_bit(const struct scalar *s, struct program_operand a) {
    return op(s, PROGRAM_SUB, program_constant(s->w - 1u), one(s, PROGRAM_LEADING_ZEROS, a));
}

/* The highest bit that is not the sign. */
static struct program_operand find_signed(const struct scalar *s) {
    struct program_operand negative = test(s, PROGRAM_COMPARE + IR_SLT, s->a, program_constant(0));
    struct program_operand other = op(s, PROGRAM_XOR, s->a, program_constant(UINT64_MAX));
    return highest_bit(s, choose(s, negative, other, s->a));
}

/* ---- the rows: instructions that work part by part ---- */

/* The instruction, whether its result is an estimate, and the result. */
#define GLSL(ROW)                                                                                                      \
    ROW(Round, false, one(s, PROGRAM_ROUND_EVEN, s->a))                                                                \
    ROW(RoundEven, false, one(s, PROGRAM_ROUND_EVEN, s->a))                                                            \
    ROW(Trunc, false, one(s, PROGRAM_TRUNC, s->a))                                                                     \
    ROW(FAbs, false, float_abs(s, s->a))                                                                               \
    ROW(SAbs, false,                                                                                                   \
        choose(s, test(s, PROGRAM_COMPARE + IR_SLT, s->a, program_constant(0)),                                        \
               op(s, PROGRAM_SUB, program_constant(0), s->a), s->a))                                                   \
    ROW(FSign, false, f_sign(s))                                                                                       \
    ROW(SSign, false, s_sign(s))                                                                                       \
    ROW(Floor, false, one(s, PROGRAM_FLOOR, s->a))                                                                     \
    ROW(Ceil, false, one(s, PROGRAM_CEIL, s->a))                                                                       \
    ROW(Fract, true, op(s, PROGRAM_FSUB, s->a, one(s, PROGRAM_FLOOR, s->a)))                                           \
    ROW(Radians, true, op(s, PROGRAM_FMUL, s->a, constant(s, 0.017453292519943295)))                                   \
    ROW(Degrees, true, op(s, PROGRAM_FMUL, s->a, constant(s, 57.29577951308232)))                                      \
    ROW(Sin, true, one(s, PROGRAM_SIN, s->a))                                                                          \
    ROW(Cos, true, one(s, PROGRAM_COS, s->a))                                                                          \
    ROW(Tan, true, one(s, PROGRAM_TAN, s->a))                                                                          \
    ROW(Asin, true, one(s, PROGRAM_ASIN, s->a))                                                                        \
    ROW(Acos, true, one(s, PROGRAM_ACOS, s->a))                                                                        \
    ROW(Atan, true, one(s, PROGRAM_ATAN, s->a))                                                                        \
    ROW(Sinh, true, one(s, PROGRAM_SINH, s->a))                                                                        \
    ROW(Cosh, true, one(s, PROGRAM_COSH, s->a))                                                                        \
    ROW(Tanh, true, one(s, PROGRAM_TANH, s->a))                                                                        \
    ROW(Asinh, true, one(s, PROGRAM_ASINH, s->a))                                                                      \
    ROW(Acosh, true, one(s, PROGRAM_ACOSH, s->a))                                                                      \
    ROW(Atanh, true, one(s, PROGRAM_ATANH, s->a))                                                                      \
    ROW(Atan2, true, op(s, PROGRAM_ATAN2, s->a, s->b))                                                                 \
    ROW(Pow, true, op(s, PROGRAM_POW, s->a, s->b))                                                                     \
    ROW(Exp, true, one(s, PROGRAM_EXP2, op(s, PROGRAM_FMUL, s->a, constant(s, 1.4426950408889634))))                   \
    ROW(Log, true, op(s, PROGRAM_FMUL, one(s, PROGRAM_LOG2, s->a), constant(s, 0.6931471805599453)))                   \
    ROW(Exp2, true, one(s, PROGRAM_EXP2, s->a))                                                                        \
    ROW(Log2, true, one(s, PROGRAM_LOG2, s->a))                                                                        \
    ROW(Sqrt, true, one(s, PROGRAM_SQRT, s->a))                                                                        \
    ROW(InverseSqrt, true, op(s, PROGRAM_FDIV, constant(s, 1), one(s, PROGRAM_SQRT, s->a)))                            \
    ROW(FMin, false, op(s, PROGRAM_FMIN, s->a, s->b))                                                                  \
    ROW(UMin, false, chosen(s, IR_ULT, s->a, s->b))                                                                    \
    ROW(SMin, false, chosen(s, IR_SLT, s->a, s->b))                                                                    \
    ROW(FMax, false, op(s, PROGRAM_FMAX, s->a, s->b))                                                                  \
    ROW(UMax, false, chosen(s, IR_UGT, s->a, s->b))                                                                    \
    ROW(SMax, false, chosen(s, IR_SGT, s->a, s->b))                                                                    \
    ROW(FClamp, false, op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, s->a, s->b), s->c))                                     \
    ROW(UClamp, false, chosen(s, IR_ULT, chosen(s, IR_UGT, s->a, s->b), s->c))                                         \
    ROW(SClamp, false, chosen(s, IR_SLT, chosen(s, IR_SGT, s->a, s->b), s->c))                                         \
    ROW(FMix, true,                                                                                                    \
        op(s, PROGRAM_FADD, op(s, PROGRAM_FMUL, s->a, op(s, PROGRAM_FSUB, constant(s, 1), s->c)),                      \
           op(s, PROGRAM_FMUL, s->b, s->c)))                                                                           \
    ROW(Step, false, choose(s, test(s, PROGRAM_FCOMPARE + IR_OLT, s->b, s->a), constant(s, 0), constant(s, 1)))        \
    ROW(SmoothStep, true, smooth_step(s))                                                                              \
    ROW(Fma, true, grid_compute_three(s->g, PROGRAM_FMA, s->w, s->a, s->b, s->c))                                      \
    ROW(Ldexp, false, op(s, PROGRAM_LDEXP, s->a, s->b))                                                                \
    ROW(FindILsb, false,                                                                                               \
        choose(s, test(s, PROGRAM_COMPARE + IR_EQ, s->a, program_constant(0)), program_constant(UINT64_MAX),           \
               one(s, PROGRAM_TRAILING_ZEROS, s->a)))                                                                  \
    ROW(FindSMsb, false, find_signed(s))                                                                               \
    ROW(FindUMsb, false, highest_bit(s, s->a))                                                                         \
    ROW(NMin, false, op(s, PROGRAM_FMIN, s->a, s->b))                                                                  \
    ROW(NMax, false, op(s, PROGRAM_FMAX, s->a, s->b))                                                                  \
    ROW(NClamp, false, op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, s->a, s->b), s->c))

/* SPV_AMD_shader_trinary_minmax, by number. */
#define TRINARY(ROW)                                                                                                   \
    ROW(1, false, op(s, PROGRAM_FMIN, op(s, PROGRAM_FMIN, s->a, s->b), s->c))                                          \
    ROW(2, false, chosen(s, IR_ULT, chosen(s, IR_ULT, s->a, s->b), s->c))                                              \
    ROW(3, false, chosen(s, IR_SLT, chosen(s, IR_SLT, s->a, s->b), s->c))                                              \
    ROW(4, false, op(s, PROGRAM_FMAX, op(s, PROGRAM_FMAX, s->a, s->b), s->c))                                          \
    ROW(5, false, chosen(s, IR_UGT, chosen(s, IR_UGT, s->a, s->b), s->c))                                              \
    ROW(6, false, chosen(s, IR_SGT, chosen(s, IR_SGT, s->a, s->b), s->c))                                              \
    ROW(7, false,                                                                                                      \
        op(s, PROGRAM_FMAX, op(s, PROGRAM_FMIN, s->a, s->b),                                                           \
           op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, s->a, s->b), s->c)))                                                \
    ROW(8, false,                                                                                                      \
        chosen(s, IR_UGT, chosen(s, IR_ULT, s->a, s->b), chosen(s, IR_ULT, chosen(s, IR_UGT, s->a, s->b), s->c)))      \
    ROW(9, false,                                                                                                      \
        chosen(s, IR_SGT, chosen(s, IR_SLT, s->a, s->b), chosen(s, IR_SLT, chosen(s, IR_SGT, s->a, s->b), s->c)))

#define FUNCTION(name, estimate, formula) SCALAR(of_##name, formula)
GLSL(FUNCTION)
TRINARY(FUNCTION)

#define GLSL_ROW(name, estimate, formula)      [GLSLstd450##name] = {of_##name, estimate},
#define TRINARY_ROW(number, estimate, formula) [number] = {of_##number, estimate},
static const struct row {
    scalar_function *compute;
    bool estimate;
} rows[] = {GLSL(GLSL_ROW)}, trinary[] = {TRINARY(TRINARY_ROW)};

static void by_row(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row) {
    struct grid_value arguments[MAX_ARGUMENTS] = {{0}};
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < MAX_ARGUMENTS && FIRST_ARGUMENT + k < in->operand_count; k++)
        arguments[k] = grid_value_of(g, in, in->operands[FIRST_ARGUMENT + k]);
    for (uint32_t i = 0; i < result.count; i++) {
        struct program_operand operands[MAX_ARGUMENTS] = {nothing, nothing, nothing};
        for (uint32_t k = 0; k < MAX_ARGUMENTS; k++)
            if (i < arguments[k].count)
                operands[k] = arguments[k].parts[i].operand;
        const struct scalar s = {g, result.parts[i].width, operands[0], operands[1], operands[2]};
        result.parts[i].operand = row->compute(&s);
    }
    grid_set_result(g, in, result);
}

/* ---- numbers taken apart: Modf and Frexp, whose second part is a member of the result, or stored ---- */

/* Whole part or significand in the first half of the parts, fraction or exponent in the second. */
static void split(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value *first,
                  struct grid_value *second) {
    bool modf = in->operands[1] == GLSLstd450Modf || in->operands[1] == GLSLstd450ModfStruct;
    struct grid_value x = grid_value_of(g, in, in->operands[FIRST_ARGUMENT]);
    first->count = second->count = x.count;
    first->parts = arena_allocate_array(g->arena, x.count + 1, sizeof *first->parts);
    second->parts = arena_allocate_array(g->arena, x.count + 1, sizeof *second->parts);
    for (uint32_t i = 0; i < x.count; i++) {
        const struct scalar s = {.g = g, .w = x.parts[i].width, .a = x.parts[i].operand};
        struct program_operand whole = one(&s, PROGRAM_TRUNC, s.a);
        struct program_operand sign = op(&s, PROGRAM_AND, s.a, top_bit(&s));
        struct program_operand size = float_abs(&s, op(&s, PROGRAM_FSUB, s.a, whole));
        first->parts[i] = grid_part(modf ? op(&s, PROGRAM_OR, size, sign) : one(&s, PROGRAM_SIGNIFICAND, s.a), s.w);
        second->parts[i] =
            modf ? grid_part(whole, s.w) : grid_part(grid_compute(g, PROGRAM_EXPONENT, 32, s.w, s.a, nothing), 32);
    }
}

static void split_into_members(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value first, second, result = grid_new_value(g, in, grid_type(g, in, in->type));
    split(g, in, &first, &second);
    for (uint32_t i = 0; i < first.count && first.count + i < result.count; i++) {
        result.parts[i].operand = first.parts[i].operand;
        result.parts[first.count + i].operand = second.parts[i].operand;
    }
    grid_set_result(g, in, result);
}

struct grid_value grid_compile_split(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value first, second;
    split(g, in, &first, &second);
    grid_set_result(g, in, first);
    return second;
}

/* ---- vectors ---- */

static struct program_operand length_of(const struct scalar *s, struct grid_value v) {
    return one(s, PROGRAM_SQRT, grid_dot(s->g, v.parts, v.parts, v.count));
}

static void set_one(struct grid_reader *g, const struct spirv_instruction *in, struct program_operand value) {
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    result.parts[0].operand = value;
    grid_set_result(g, in, result);
}

static struct grid_value argument(struct grid_reader *g, const struct spirv_instruction *in, uint32_t number) {
    return grid_value_of(g, in, in->operands[FIRST_ARGUMENT + number]);
}

static void distance(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a = argument(g, in, 0), difference = a;
    const struct scalar s = {.g = g, .w = a.parts[0].width};
    if (in->operands[1] == GLSLstd450Distance) {
        struct grid_value b = argument(g, in, 1);
        difference.parts = arena_allocate_array(g->arena, a.count, sizeof *a.parts);
        for (uint32_t i = 0; i < a.count; i++)
            difference.parts[i] = grid_part(op(&s, PROGRAM_FSUB, a.parts[i].operand, b.parts[i].operand), s.w);
    }
    set_one(g, in, length_of(&s, difference));
}

static void cross(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a = argument(g, in, 0), b = argument(g, in, 1);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < 3 && i < result.count; i++) {
        const struct scalar s = {.g = g, .w = result.parts[i].width};
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        result.parts[i].operand = op(&s, PROGRAM_FSUB, op(&s, PROGRAM_FMUL, a.parts[j].operand, b.parts[k].operand),
                                     op(&s, PROGRAM_FMUL, b.parts[j].operand, a.parts[k].operand));
    }
    grid_set_result(g, in, result);
}

static void normalize(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a = argument(g, in, 0), result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct scalar s = {.g = g, .w = a.parts[0].width};
    struct program_operand length = length_of(&s, a);
    for (uint32_t i = 0; i < result.count && i < a.count; i++)
        result.parts[i].operand = op(&s, PROGRAM_FDIV, a.parts[i].operand, length);
    grid_set_result(g, in, result);
}

static void face_forward(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value n = argument(g, in, 0), i = argument(g, in, 1), reference = argument(g, in, 2);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct scalar s = {.g = g, .w = n.parts[0].width};
    struct program_operand away =
        test(&s, PROGRAM_FCOMPARE + IR_OLT, grid_dot(g, reference.parts, i.parts, i.count), constant(&s, 0));
    for (uint32_t k = 0; k < result.count && k < n.count; k++)
        result.parts[k].operand = choose(&s, away, n.parts[k].operand, negated(&s, n.parts[k].operand));
    grid_set_result(g, in, result);
}

/* I - 2 * dot(N, I) * N */
static void reflect(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value i = argument(g, in, 0), n = argument(g, in, 1);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct scalar s = {.g = g, .w = n.parts[0].width};
    struct program_operand twice = op(&s, PROGRAM_FMUL, constant(&s, 2), grid_dot(g, n.parts, i.parts, n.count));
    for (uint32_t k = 0; k < result.count && k < n.count; k++)
        result.parts[k].operand =
            op(&s, PROGRAM_FSUB, i.parts[k].operand, op(&s, PROGRAM_FMUL, twice, n.parts[k].operand));
    grid_set_result(g, in, result);
}

/* k = 1 - eta^2 * (1 - dot(N, I)^2); 0 where k < 0, else eta * I - (eta * dot(N, I) + sqrt(k)) * N */
static void refract(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value i = argument(g, in, 0), n = argument(g, in, 1);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct scalar s = {.g = g, .w = n.parts[0].width};
    struct program_operand eta = argument(g, in, 2).parts[0].operand, d = grid_dot(g, n.parts, i.parts, n.count);
    struct program_operand k = op(&s, PROGRAM_FSUB, constant(&s, 1), op(&s, PROGRAM_FMUL, d, d));
    k = op(&s, PROGRAM_FSUB, constant(&s, 1), op(&s, PROGRAM_FMUL, op(&s, PROGRAM_FMUL, eta, eta), k));
    struct program_operand none = test(&s, PROGRAM_FCOMPARE + IR_OLT, k, constant(&s, 0));
    struct program_operand by = op(&s, PROGRAM_FADD, op(&s, PROGRAM_FMUL, eta, d), one(&s, PROGRAM_SQRT, k));
    for (uint32_t p = 0; p < result.count && p < n.count; p++)
        result.parts[p].operand = choose(&s, none, constant(&s, 0),
                                         op(&s, PROGRAM_FSUB, op(&s, PROGRAM_FMUL, eta, i.parts[p].operand),
                                            op(&s, PROGRAM_FMUL, by, n.parts[p].operand)));
    grid_set_result(g, in, result);
}

/* ---- matrices: by cofactors ---- */

/* The determinant of what is left of a matrix of so many side without the columns and side that are masked. */
static struct program_operand minor(const struct scalar *s, const struct litmus_part *m, uint32_t side,
                                    uint32_t columns, uint32_t kept) {
    struct program_operand sum = nothing;
    uint32_t first = 0;
    bool negative = false;
    while (first < side && !(columns >> first & 1))
        first++;
    for (uint32_t row = 0; row < side; row++) {
        if (!(kept >> row & 1))
            continue;
        struct program_operand element = m[first * side + row].operand;
        uint32_t others = kept & ~(1u << row), rest = columns & ~(1u << first);
        struct program_operand product =
            others ? op(s, PROGRAM_FMUL, element, minor(s, m, side, rest, others)) : element;
        sum = sum.kind == PROGRAM_NOTHING ? product : op(s, negative ? PROGRAM_FSUB : PROGRAM_FADD, sum, product);
        negative = !negative;
    }
    return sum;
}

static uint32_t side_of(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value m) {
    for (uint32_t side = 2; side <= 4; side++)
        if (m.count == side * side)
            return side;
    grid_refuse(g, in, "a matrix that is not square");
}

static void determinant(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value m = argument(g, in, 0);
    uint32_t side = side_of(g, in, m), all = (1u << side) - 1;
    const struct scalar s = {.g = g, .w = m.parts[0].width};
    set_one(g, in, minor(&s, m.parts, side, all, all));
}

static void inverse(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value m = argument(g, in, 0), result = grid_new_value(g, in, grid_type(g, in, in->type));
    uint32_t side = side_of(g, in, m), all = (1u << side) - 1;
    const struct scalar s = {.g = g, .w = m.parts[0].width};
    struct program_operand whole = minor(&s, m.parts, side, all, all);
    for (uint32_t column = 0; column < side; column++)
        for (uint32_t row = 0; row < side; row++) {
            struct program_operand cofactor = minor(&s, m.parts, side, all & ~(1u << row), all & ~(1u << column));
            if ((row + column) % 2)
                cofactor = negated(&s, cofactor);
            result.parts[column * side + row].operand = op(&s, PROGRAM_FDIV, cofactor, whole);
        }
    grid_set_result(g, in, result);
}

/* ---- packing ---- */

static const struct packing {
    uint8_t instruction, count, bits;
    bool packs, is_signed, half;
} packings[] = {
    {GLSLstd450PackSnorm4x8, 4, 8, true, true, false},       {GLSLstd450PackUnorm4x8, 4, 8, true, false, false},
    {GLSLstd450PackSnorm2x16, 2, 16, true, true, false},     {GLSLstd450PackUnorm2x16, 2, 16, true, false, false},
    {GLSLstd450PackHalf2x16, 2, 16, true, false, true},      {GLSLstd450UnpackSnorm2x16, 2, 16, false, true, false},
    {GLSLstd450UnpackUnorm2x16, 2, 16, false, false, false}, {GLSLstd450UnpackHalf2x16, 2, 16, false, false, true},
    {GLSLstd450UnpackSnorm4x8, 4, 8, false, true, false},    {GLSLstd450UnpackUnorm4x8, 4, 8, false, false, false}};

/* The bits of one number of a packed word. */
static struct program_operand pack_one(const struct scalar *s, const struct packing *p, struct program_operand x) {
    if (p->half)
        return grid_compute(s->g, PROGRAM_FCONVERT, 16, 32, x, nothing);
    double most = (double)((1u << (p->bits - p->is_signed)) - 1);
    struct program_operand inside =
        op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, x, constant(s, p->is_signed ? -1 : 0)), constant(s, 1));
    struct program_operand whole = one(s, PROGRAM_ROUND_EVEN, op(s, PROGRAM_FMUL, inside, constant(s, most)));
    struct program_operand bits = one(s, p->is_signed ? PROGRAM_FTOS : PROGRAM_FTOU, whole);
    return grid_compute(s->g, PROGRAM_COPY, p->bits, 32, bits, nothing);
}

static struct program_operand unpack_one(const struct scalar *s, const struct packing *p, struct program_operand bits) {
    if (p->half)
        return grid_compute(s->g, PROGRAM_FCONVERT, 32, 16, bits, nothing);
    double most = (double)((1u << (p->bits - p->is_signed)) - 1);
    struct program_operand wide =
        grid_compute(s->g, p->is_signed ? PROGRAM_SEXT : PROGRAM_COPY, 32, p->bits, bits, nothing);
    struct program_operand x =
        op(s, PROGRAM_FDIV, one(s, p->is_signed ? PROGRAM_STOF : PROGRAM_UTOF, wide), constant(s, most));
    return p->is_signed ? op(s, PROGRAM_FMIN, op(s, PROGRAM_FMAX, x, constant(s, -1)), constant(s, 1)) : x;
}

static void convert_packed(struct grid_reader *g, const struct spirv_instruction *in, const struct packing *p) {
    struct grid_value from = argument(g, in, 0), result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct scalar s = {.g = g, .w = 32};
    struct program_operand word = program_constant(0);
    for (uint32_t i = 0; i < p->count; i++) {
        struct program_operand at = program_constant(i * p->bits);
        if (p->packs && i < from.count)
            word = op(&s, PROGRAM_OR, word, op(&s, PROGRAM_SHL, pack_one(&s, p, from.parts[i].operand), at));
        if (!p->packs && i < result.count)
            result.parts[i].operand = unpack_one(
                &s, p,
                grid_compute(g, PROGRAM_COPY, p->bits, 32, op(&s, PROGRAM_LSHR, from.parts[0].operand, at), nothing));
    }
    if (p->packs)
        result.parts[0].operand = word;
    grid_set_result(g, in, result);
}

static void pack_double(struct grid_reader *g, const struct spirv_instruction *in) {
    grid_compile_bitcast(g, in, FIRST_ARGUMENT);
}

/* ---- everything ---- */

static const struct {
    uint8_t instruction;
    bool estimate;
    void (*compile)(struct grid_reader *g, const struct spirv_instruction *in);
} others[] = {{GLSLstd450ModfStruct, false, split_into_members},
              {GLSLstd450FrexpStruct, false, split_into_members},
              {GLSLstd450Determinant, true, determinant},
              {GLSLstd450MatrixInverse, true, inverse},
              {GLSLstd450PackDouble2x32, false, pack_double},
              {GLSLstd450UnpackDouble2x32, false, pack_double},
              {GLSLstd450Length, true, distance},
              {GLSLstd450Distance, true, distance},
              {GLSLstd450Cross, true, cross},
              {GLSLstd450Normalize, true, normalize},
              {GLSLstd450FaceForward, true, face_forward},
              {GLSLstd450Reflect, true, reflect},
              {GLSLstd450Refract, true, refract}};

static bool compile_other(struct grid_reader *g, const struct spirv_instruction *in, uint32_t instruction) {
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].instruction == instruction) {
            others[i].compile(g, in);
            if (others[i].estimate)
                grid_note_estimate(g, in);
            return true;
        }
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
        if (packings[i].instruction == instruction) {
            convert_packed(g, in, &packings[i]);
            grid_note_estimate(g, in);
            return true;
        }
    return false;
}

static bool compile_trinary(struct grid_reader *g, const struct spirv_instruction *in, uint32_t instruction) {
    if (instruction >= sizeof trinary / sizeof trinary[0] || !trinary[instruction].compute)
        return false;
    by_row(g, in, &trinary[instruction]);
    return true;
}

bool grid_compile_extended(struct grid_reader *g, const struct spirv_instruction *in) {
    struct spirv_instruction import = spirv_defining(g->module, in->operands[0]);
    const char *set = import.opcode == SpvOpExtInstImport ? (const char *)import.operands : "";
    uint32_t instruction = in->operands[1];
    if (spirv_is_non_semantic(set))
        return true;
    if (strcmp(set, "SPV_AMD_shader_trinary_minmax") == 0)
        return compile_trinary(g, in, instruction);
    if (strcmp(set, "GLSL.std.450") != 0 || in->operand_count <= FIRST_ARGUMENT)
        return false;
    if (instruction >= sizeof rows / sizeof rows[0] || !rows[instruction].compute)
        return compile_other(g, in, instruction);
    by_row(g, in, &rows[instruction]);
    if (rows[instruction].estimate)
        grid_note_estimate(g, in);
    return true;
}
