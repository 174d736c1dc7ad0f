/* Extended instructions as the engine's arithmetic: GLSL.std.450 and SPV_AMD_shader_trinary_minmax. What Vulkan gives
 * no exact result for is noted as an estimate. */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/extended_rows.h"
#include "translator/program/grid_scalar.h"

enum { FIRST_ARGUMENT = 2, MAX_ARGUMENTS = 3 };

typedef struct grid_value VALUE;

static const VALUE none = {0};

/* ---- operations, part by part ---- */

/* A value of one part stands for as many as the others have. */
static struct program_operand part_of(VALUE value, uint32_t i) {
    uint32_t at = value.count == 1 ? 0 : i;
    return at < value.count ? value.parts[at].operand : nothing;
}

static VALUE new_value(struct grid_reader *g, uint32_t count) {
    return (VALUE){.count = count, .parts = arena_allocate_array(g->arena, count + 1, sizeof(struct litmus_part))};
}

static VALUE one_part(struct grid_reader *g, struct program_operand operand, uint8_t width) {
    VALUE value = new_value(g, 1);
    value.parts[0] = grid_part(operand, width);
    return value;
}

/* Results have `to` bits; 0: as many as operands. */
static VALUE compute(struct grid_reader *g, enum program_alu alu, uint8_t to, VALUE x, VALUE y, VALUE z) {
    uint32_t two = x.count > y.count ? x.count : y.count;
    VALUE result = new_value(g, two > z.count ? two : z.count);
    uint8_t width = (alu == PROGRAM_SELECT ? y : x).parts[0].width;
    for (uint32_t i = 0; i < result.count; i++)
        result.parts[i] = grid_part(litmus_build_compute(grid_builder(g), alu, to ? to : width, to ? width : 0,
                                                         part_of(x, i), part_of(y, i), part_of(z, i)),
                                    to ? to : width);
    return result;
}

static VALUE dot(struct grid_reader *g, VALUE x, VALUE y) {
    return one_part(g, grid_dot(g, x.parts, y.parts, x.count < y.count ? x.count : y.count), x.parts[0].width);
}

/* x, y, z become y, z, x by 1, and z, x, y by 2. */
static VALUE turned(struct grid_reader *g, VALUE x, uint32_t by) {
    VALUE result = new_value(g, x.count);
    for (uint32_t i = 0; i < x.count; i++)
        result.parts[i] = x.parts[(i + by) % x.count];
    return result;
}

/* ---- formulas (spirv/extended_rows.h), of operands a, b and c ---- */

#define WIDTH              a.parts[0].width
#define BITS(x)            one_part(g, program_constant(x), WIDTH)
#define CONSTANT(x)        one_part(g, program_number(x, WIDTH), WIDTH)
#define NUMBER(x)          CONSTANT(x)
#define ONE(alu, x)        compute(g, PROGRAM_##alu, 0, x, none, none)
#define TWO(alu, x, y)     compute(g, PROGRAM_##alu, 0, x, y, none)
#define TEST(alu, x, y)    compute(g, PROGRAM_##alu, 1, x, y, none)
#define CHOOSE(test, x, y) compute(g, PROGRAM_SELECT, 0, test, x, y)
#define EITHER(test, x, y) CHOOSE(TEST(test, x, y), x, y)
#define FLT(x, y)          TEST(FCOMPARE + IR_OLT, x, y)
#define FGT(x, y)          TEST(FCOMPARE + IR_OGT, x, y)
#define IEQ(x, y)          TEST(COMPARE + IR_EQ, x, y)
#define FADD(x, y)         TWO(FADD, x, y)
#define FSUB(x, y)         TWO(FSUB, x, y)
#define FMUL(x, y)         TWO(FMUL, x, y)
#define FDIV(x, y)         TWO(FDIV, x, y)
#define SUB(x, y)          TWO(SUB, x, y)
#define XOR(x, y)          TWO(XOR, x, y)
#define ASHR(x, y)         TWO(ASHR, x, y)
#define FMIN(x, y)         TWO(FMIN, x, y)
#define FMAX(x, y)         TWO(FMAX, x, y)
#define UMIN(x, y)         EITHER(COMPARE + IR_ULT, x, y)
#define UMAX(x, y)         EITHER(COMPARE + IR_UGT, x, y)
#define SMIN(x, y)         EITHER(COMPARE + IR_SLT, x, y)
#define SMAX(x, y)         EITHER(COMPARE + IR_SGT, x, y)
#define FMA(x, y, z)       compute(g, PROGRAM_FMA, 0, x, y, z)
#define SIGN(x)            TWO(AND, x, BITS(UINT64_C(1) << (WIDTH - 1)))
#define FNEG(x)            XOR(x, BITS(UINT64_C(1) << (WIDTH - 1)))
#define FABS(x)            TWO(AND, x, BITS((UINT64_C(1) << (WIDTH - 1)) - 1))
#define SABS(x)            CHOOSE(TEST(COMPARE + IR_SLT, x, BITS(0)), SUB(BITS(0), x), x)
#define FTRUNC(x)          ONE(TRUNC, x)
#define FFLOOR(x)          ONE(FLOOR, x)
#define FCEIL(x)           ONE(CEIL, x)
#define FROUNDEVEN(x)      ONE(ROUND_EVEN, x)
#define CTTZ(x)            ONE(TRAILING_ZEROS, x)
#define CTLZ(x)            ONE(LEADING_ZEROS, x)
#define SQRT(x)            ONE(SQRT, x)
#define RSQRT(x)           FDIV(CONSTANT(1), SQRT(x))
#define SIN(x)             ONE(SIN, x)
#define COS(x)             ONE(COS, x)
#define POW(x, y)          TWO(POW, x, y)
#define EXP(x)             ONE(EXP2, FMUL(x, CONSTANT(1.4426950408889634)))
#define LOG(x)             FMUL(ONE(LOG2, x), CONSTANT(0.6931471805599453))
#define EXP2(x)            ONE(EXP2, x)
#define LOG2(x)            ONE(LOG2, x)
#define DOT(x, y)          dot(g, x, y)
#define TIMES(x, s)        FMUL(x, s)
#define LENGTH(x)          SQRT(DOT(x, x))
#define NORMALIZE(x)       FDIV(x, LENGTH(x))
#define YZX(x)             turned(g, x, 1)
#define ZXY(x)             turned(g, x, 2)

/* Functions that the engine has itself, and refraction: k = 1 - eta^2 * (1 - dot(N, I)^2); 0 where k < 0, else
 * eta * I - (eta * dot(N, I) + sqrt(k)) * N. */
#define ENGINE_ROWS(ROW)                                                                                               \
    ROW(Tan, 1, FLOAT, INEXACT, return ONE(TAN, a))                                                                    \
    ROW(Asin, 1, FLOAT, INEXACT, return ONE(ASIN, a))                                                                  \
    ROW(Acos, 1, FLOAT, INEXACT, return ONE(ACOS, a))                                                                  \
    ROW(Atan, 1, FLOAT, INEXACT, return ONE(ATAN, a))                                                                  \
    ROW(Sinh, 1, FLOAT, INEXACT, return ONE(SINH, a))                                                                  \
    ROW(Cosh, 1, FLOAT, INEXACT, return ONE(COSH, a))                                                                  \
    ROW(Tanh, 1, FLOAT, INEXACT, return ONE(TANH, a))                                                                  \
    ROW(Asinh, 1, FLOAT, INEXACT, return ONE(ASINH, a))                                                                \
    ROW(Acosh, 1, FLOAT, INEXACT, return ONE(ACOSH, a))                                                                \
    ROW(Atanh, 1, FLOAT, INEXACT, return ONE(ATANH, a))                                                                \
    ROW(Atan2, 2, FLOAT, INEXACT, return TWO(ATAN2, a, b))                                                             \
    ROW(Refract, 3, FLOAT, INEXACT, VALUE d = DOT(b, a), sine = FSUB(CONSTANT(1), FMUL(d, d));                         \
        VALUE k = FSUB(CONSTANT(1), FMUL(FMUL(c, c), sine)), along = FADD(FMUL(c, d), SQRT(k));                        \
        return CHOOSE(FLT(k, CONSTANT(0)), CONSTANT(0), FSUB(TIMES(a, c), TIMES(b, along))))

#define FUNCTION(name, operands, rule, accuracy, ...)                                                                  \
    static VALUE of_##name(struct grid_reader *g, VALUE a, VALUE b, VALUE c) {                                         \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        __VA_ARGS__;                                                                                                   \
    }
SPIRV_GLSL_ROWS(FUNCTION)
SPIRV_TRINARY_ROWS(FUNCTION)
ENGINE_ROWS(FUNCTION)

#define TRINARY_ROW(name, operands, rule, accuracy, ...) {of_##name, operands, SPIRV_##accuracy != SPIRV_EXACT},
#define GLSL_ROW(name, ...)                              [GLSLstd450##name] = TRINARY_ROW(name, __VA_ARGS__)
static const struct row {
    VALUE (*compute)(struct grid_reader *g, VALUE a, VALUE b, VALUE c);
    uint8_t operands;
    bool estimate;
} rows[] = {SPIRV_GLSL_ROWS(GLSL_ROW) ENGINE_ROWS(GLSL_ROW)}, trinary[] = {{0}, SPIRV_TRINARY_ROWS(TRINARY_ROW)};

/* Every operand has a part. */
static VALUE argument(struct grid_reader *g, const struct spirv_instruction *in, uint32_t number) {
    bool is_there = in->operand_count > FIRST_ARGUMENT + number;
    VALUE value = is_there ? grid_value_of(g, in, in->operands[FIRST_ARGUMENT + number]) : none;
    if (!value.count)
        grid_refuse(g, in, "its operands do not fit its type");
    return value;
}

static void set_parts(struct grid_reader *g, const struct spirv_instruction *in, VALUE first, VALUE second) {
    VALUE result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < first.count + second.count; i++)
        result.parts[i].operand = i < first.count ? first.parts[i].operand : second.parts[i - first.count].operand;
    grid_set_result(g, in, result);
}

static void by_row(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row) {
    VALUE operands[MAX_ARGUMENTS] = {none, none, none};
    for (uint32_t k = 0; k < row->operands; k++)
        operands[k] = argument(g, in, k);
    set_parts(g, in, row->compute(g, operands[0], operands[1], operands[2]), none);
    if (row->estimate)
        grid_note_estimate(g, in);
}

/* ---- numbers taken apart: Modf and Frexp, whose second part is a member of the result, or stored ---- */

/* Fraction and whole part, or significand and exponent. */
static void split(struct grid_reader *g, const struct spirv_instruction *in, VALUE *first, VALUE *second) {
    bool modf = in->operands[1] == GLSLstd450Modf || in->operands[1] == GLSLstd450ModfStruct;
    VALUE a = argument(g, in, 0);
    *second = modf ? FTRUNC(a) : compute(g, PROGRAM_EXPONENT, 32, a, none, none);
    if (!modf)
        *first = ONE(SIGNIFICAND, a);
    else /* zero of an infinity */
        *first = TWO(OR, CHOOSE(TEST(FCOMPARE + IR_OEQ, a, *second), CONSTANT(0), FABS(FSUB(a, *second))), SIGN(a));
}

static void split_into_members(struct grid_reader *g, const struct spirv_instruction *in) {
    VALUE first, second;
    split(g, in, &first, &second);
    set_parts(g, in, first, second);
}

struct grid_value grid_compile_split(struct grid_reader *g, const struct spirv_instruction *in) {
    VALUE first, second;
    split(g, in, &first, &second);
    set_parts(g, in, first, none);
    return second;
}

/* An integer of any width, signed or not, as a signed one of 32 bits: the nearest there is. */
static VALUE in_32_bits(struct grid_reader *g, VALUE a, bool is_signed) {
    if (WIDTH < 32)
        return compute(g, is_signed ? PROGRAM_SEXT : PROGRAM_COPY, 32, a, none, none);
    VALUE most = BITS(INT32_MAX);
    VALUE near = is_signed ? SMAX(BITS((uint64_t)INT32_MIN), SMIN(a, most)) : UMIN(a, most);
    return compute(g, PROGRAM_COPY, 32, near, none, none);
}

static void scale(struct grid_reader *g, const struct spirv_instruction *in) {
    VALUE a = argument(g, in, 0), power = argument(g, in, 1);
    const struct spirv_type *type = spirv_type_of_value(g->module, in->operands[FIRST_ARGUMENT + 1]);
    if (type->opcode == SpvOpTypeVector)
        type = grid_type(g, in, type->element);
    set_parts(g, in, TWO(LDEXP, a, in_32_bits(g, power, type->is_signed)), none);
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
    VALUE m = argument(g, in, 0);
    uint32_t side = side_of(g, in, m), all = (1u << side) - 1;
    const struct scalar s = {.g = g, .w = m.parts[0].width};
    set_parts(g, in, one_part(g, minor(&s, m.parts, side, all, all), s.w), none);
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
                cofactor = op(&s, PROGRAM_XOR, cofactor, program_constant(UINT64_C(1) << (s.w - 1)));
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

/* Numbers n bits wide stand for [-1, 1] or [0, 1]. */
static VALUE normalized(struct grid_reader *g, const struct packing *p, VALUE a, double most) {
    VALUE inside = FMIN(FMAX(a, CONSTANT(p->is_signed ? -1 : 0)), CONSTANT(1));
    VALUE whole = FROUNDEVEN(FMUL(inside, CONSTANT(most)));
    return compute(g, PROGRAM_COPY, p->bits, p->is_signed ? ONE(FTOS, whole) : ONE(FTOU, whole), none, none);
}

static VALUE denormalized(struct grid_reader *g, const struct packing *p, VALUE pieces, double most) {
    VALUE a = compute(g, p->is_signed ? PROGRAM_SEXT : PROGRAM_COPY, 32, pieces, none, none);
    VALUE x = FDIV(p->is_signed ? ONE(STOF, a) : ONE(UTOF, a), CONSTANT(most));
    return p->is_signed ? FMIN(FMAX(x, CONSTANT(-1)), CONSTANT(1)) : x;
}

static void convert_packed(struct grid_reader *g, const struct spirv_instruction *in, const struct packing *p) {
    VALUE a = argument(g, in, 0), pieces = new_value(g, p->count);
    double most = (double)((1u << (p->bits - p->is_signed)) - 1);
    for (uint32_t i = 0; i < p->count && !p->packs; i++)
        pieces.parts[i] =
            grid_part(litmus_build_bits(grid_builder(g), a.parts, 1, (uint64_t)i * p->bits, p->bits), p->bits);
    if (p->packs)
        pieces = p->half ? compute(g, PROGRAM_FCONVERT, 16, a, none, none) : normalized(g, p, a, most);
    set_parts(g, in,
              p->packs  ? one_part(g, litmus_build_bits(grid_builder(g), pieces.parts, pieces.count, 0, 32), 32)
              : p->half ? compute(g, PROGRAM_FCONVERT, 32, pieces, none, none)
                        : denormalized(g, p, pieces, most),
              none);
}

static void pack_double(struct grid_reader *g, const struct spirv_instruction *in) {
    grid_compile_bitcast(g, in, FIRST_ARGUMENT);
}

/* ---- everything ---- */

static const struct {
    uint8_t instruction;
    bool estimate;
    void (*compile)(struct grid_reader *g, const struct spirv_instruction *in);
} others[] = {{GLSLstd450Ldexp, false, scale},
              {GLSLstd450ModfStruct, false, split_into_members},
              {GLSLstd450FrexpStruct, false, split_into_members},
              {GLSLstd450Determinant, true, determinant},
              {GLSLstd450MatrixInverse, true, inverse},
              {GLSLstd450PackDouble2x32, false, pack_double},
              {GLSLstd450UnpackDouble2x32, false, pack_double}};

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

static bool compile_known(struct grid_reader *g, const struct spirv_instruction *in) {
    struct spirv_instruction import = spirv_defining(g->module, in->operands[0]);
    const char *set = import.opcode == SpvOpExtInstImport ? (const char *)import.operands : "";
    bool is_trinary = strcmp(set, "SPV_AMD_shader_trinary_minmax") == 0;
    uint32_t instruction = in->operands[1],
             count = is_trinary ? sizeof trinary / sizeof *trinary : sizeof rows / sizeof *rows;
    const struct row *row = is_trinary ? trinary : rows;
    if (spirv_is_non_semantic(set))
        return true;
    if (!is_trinary && (strcmp(set, "GLSL.std.450") != 0 || in->operand_count <= FIRST_ARGUMENT))
        return false;
    if (instruction >= count || !row[instruction].compute)
        return !is_trinary && compile_other(g, in, instruction);
    by_row(g, in, &row[instruction]);
    return true;
}

static void compile(struct grid_reader *g, const struct spirv_instruction *in) {
    if (!compile_known(g, in))
        g->compile_rest(g, in); /* Modf and Frexp store */
}

static const struct grid_row instructions[] = {{SpvOpExtInst, compile}};

const struct grid_table grid_extended_tables[] = {GRID_ROWS(instructions), {NULL}};
