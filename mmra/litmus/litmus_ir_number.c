/* Intrinsics of LLVM that compute numbers, element by element, and those of AMDGPU that give a wavefront's values to
 * each of its lanes. */
#include "mmra/ir/ir_intrinsic.h"
#include "mmra/litmus/litmus_ir.h"

#include <string.h>

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

enum { MAX_OPERANDS = 3 };

/* An element of a result, and those of the operands from which it is computed. */
struct element {
    struct litmus_ir_reader *r;
    uint8_t width;
    struct program_operand operands[MAX_OPERANDS];
};

static struct program_operand op(const struct element *e, enum program_alu alu, struct program_operand a,
                                 struct program_operand b) {
    return litmus_ir_folded(e->r, alu, e->width, 0, a, b);
}

static uint64_t below_top(const struct element *e) {
    return (UINT64_C(1) << (e->width - 1)) - 1;
}

/* ---- what no single operation of the engine does ---- */

static struct program_operand absolute(const struct element *e) {
    return op(e, PROGRAM_AND, e->operands[0], program_constant(below_top(e)));
}

static struct program_operand same(const struct element *e) {
    return e->operands[0];
}

static struct program_operand copy_sign(const struct element *e) {
    return op(e, PROGRAM_OR, absolute(e), op(e, PROGRAM_AND, e->operands[1], program_constant(below_top(e) + 1)));
}

static struct program_operand fused(const struct element *e) {
    return litmus_build_compute(litmus_ir_builder(e->r), PROGRAM_FMA, e->width, 0, e->operands[0], e->operands[1],
                                e->operands[2]);
}

static struct program_operand exponential(const struct element *e) {
    return op(e, PROGRAM_EXP2, op(e, PROGRAM_FMUL, e->operands[0], program_number(1.4426950408889634, e->width)),
              nothing);
}

static struct program_operand logarithm(const struct element *e) {
    return op(e, PROGRAM_FMUL, op(e, PROGRAM_LOG2, e->operands[0], nothing),
              program_number(0.6931471805599453, e->width));
}

static struct program_operand absolute_integer(const struct element *e) {
    struct program_operand zero = program_constant(0);
    struct program_operand negative =
        litmus_ir_folded(e->r, PROGRAM_COMPARE + IR_SLT, 1, e->width, e->operands[0], zero);
    return litmus_ir_selected(e->r, e->width, negative, op(e, PROGRAM_SUB, zero, e->operands[0]), e->operands[0]);
}

static struct program_operand add_unsigned(const struct element *e) {
    struct program_operand sum = op(e, PROGRAM_ADD, e->operands[0], e->operands[1]);
    struct program_operand over = litmus_ir_folded(e->r, PROGRAM_COMPARE + IR_ULT, 1, e->width, sum, e->operands[0]);
    return litmus_ir_selected(e->r, e->width, over, program_constant(UINT64_MAX), sum);
}

static struct program_operand subtract_unsigned(const struct element *e) {
    struct program_operand less =
        litmus_ir_folded(e->r, PROGRAM_COMPARE + IR_ULT, 1, e->width, e->operands[0], e->operands[1]);
    return litmus_ir_selected(e->r, e->width, less, program_constant(0),
                              op(e, PROGRAM_SUB, e->operands[0], e->operands[1]));
}

/* If both operands have one sign and the sum has the other, the result is the largest number of their sign. */
static struct program_operand add_signed(const struct element *e) {
    struct program_operand a = e->operands[0], b = e->operands[1], sum = op(e, PROGRAM_ADD, a, b);
    struct program_operand turned = op(e, PROGRAM_AND, op(e, PROGRAM_XOR, a, sum), op(e, PROGRAM_XOR, b, sum));
    struct program_operand over =
        litmus_ir_folded(e->r, PROGRAM_COMPARE + IR_SLT, 1, e->width, turned, program_constant(0));
    struct program_operand sign = op(e, PROGRAM_ASHR, a, program_constant(e->width - 1u));
    return litmus_ir_selected(e->r, e->width, over, op(e, PROGRAM_XOR, sign, program_constant(below_top(e))), sum);
}

static const struct row {
    const char *name; /* how it begins */
    uint8_t operands;
    uint8_t alu; /* PROGRAM_COPY: what `compute` does */
    bool floating;
    struct program_operand (*compute)(const struct element *e);
} rows[] = {{"llvm.fabs.", 1, PROGRAM_COPY, true, absolute},
            {"llvm.copysign.", 2, PROGRAM_COPY, true, copy_sign},
            {"llvm.fma.", 3, PROGRAM_COPY, true, fused},
            {"llvm.fmuladd.", 3, PROGRAM_COPY, true, fused},
            {"llvm.exp.", 1, PROGRAM_COPY, true, exponential},
            {"llvm.log.", 1, PROGRAM_COPY, true, logarithm},
            {"llvm.abs.", 1, PROGRAM_COPY, false, absolute_integer},
            {IR_NAME_SOFT_WHOLE_QUAD ".", 1, PROGRAM_COPY, false, same},
            {"llvm.uadd.sat.", 2, PROGRAM_COPY, false, add_unsigned},
            {"llvm.usub.sat.", 2, PROGRAM_COPY, false, subtract_unsigned},
            {"llvm.sadd.sat.", 2, PROGRAM_COPY, false, add_signed},
            {"llvm.sqrt.", 1, PROGRAM_SQRT, true, NULL},
            {"llvm.floor.", 1, PROGRAM_FLOOR, true, NULL},
            {"llvm.ceil.", 1, PROGRAM_CEIL, true, NULL},
            {"llvm.trunc.", 1, PROGRAM_TRUNC, true, NULL},
            {"llvm.roundeven.", 1, PROGRAM_ROUND_EVEN, true, NULL},
            {"llvm.rint.", 1, PROGRAM_ROUND_EVEN, true, NULL},
            {"llvm.nearbyint.", 1, PROGRAM_ROUND_EVEN, true, NULL},
            {"llvm.minnum.", 2, PROGRAM_FMIN, true, NULL},
            {"llvm.maxnum.", 2, PROGRAM_FMAX, true, NULL},
            {"llvm.exp2.", 1, PROGRAM_EXP2, true, NULL},
            {"llvm.log2.", 1, PROGRAM_LOG2, true, NULL},
            {"llvm.sin.", 1, PROGRAM_SIN, true, NULL},
            {"llvm.cos.", 1, PROGRAM_COS, true, NULL},
            {"llvm.pow.", 2, PROGRAM_POW, true, NULL},
            {"llvm.ldexp.", 2, PROGRAM_LDEXP, true, NULL},
            {"llvm.ctpop.", 1, PROGRAM_COUNT_ONES, false, NULL},
            {"llvm.ctlz.", 1, PROGRAM_LEADING_ZEROS, false, NULL},
            {"llvm.cttz.", 1, PROGRAM_TRAILING_ZEROS, false, NULL},
            {"llvm.bitreverse.", 1, PROGRAM_REVERSE, false, NULL}};

static bool is_integer(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_element_get(module, type);
    return info->kind == IR_TYPE_INTEGER && info->width <= 64;
}

/* Other arguments of a call, such as whether 0 is poison, mean nothing here. */
static bool read_row(struct litmus_ir_reader *r, const struct ir_instruction *i, const struct row *row) {
    struct litmus_ir_parts operands[MAX_OPERANDS], result = litmus_ir_new_parts(r, i->type, NULL);
    if (i->operand_count <= row->operands ||
        !(row->floating ? litmus_ir_is_ieee(r->module, i->type) : is_integer(r->module, i->type)))
        return false;
    for (uint32_t n = 0; n < row->operands; n++) {
        operands[n] = litmus_ir_parts_at(r, i, n + 1);
        if (operands[n].count != result.count)
            return false;
    }
    for (uint32_t k = 0; k < result.count; k++) {
        struct element e = {.r = r, .width = result.items[k].width, .operands = {nothing, nothing, nothing}};
        for (uint32_t n = 0; n < row->operands; n++)
            e.operands[n] = operands[n].items[k].operand;
        result.items[k].operand =
            row->compute ? row->compute(&e) : op(&e, (enum program_alu)row->alu, e.operands[0], e.operands[1]);
    }
    litmus_ir_let_result(r, i, result);
    return true;
}

/* The nearest number of a narrower type, as fptrunc gives; "round.tonearestaway" is another. */
static bool read_rounded(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts a = litmus_ir_parts_at(r, i, 1), result = litmus_ir_new_parts(r, i->type, NULL);
    const struct ir_value_info *mode = litmus_ir_operand_info(r, i, i->operand_count - 1);
    const struct ir_metadata_info *name = mode->kind == IR_VALUE_METADATA ? &r->module->metadata[mode->bits] : NULL;
    struct mmra_string text =
        name && name->kind == IR_METADATA_STRING ? ir_string_get(r->module, name->text) : (struct mmra_string){"", 0};
    bool to_even = text.length == strlen(IR_ROUND_TO_NEAREST) && mmra_string_begins(text, IR_ROUND_TO_NEAREST);
    if (!to_even || a.count != result.count)
        return false;
    for (uint32_t k = 0; k < result.count; k++)
        result.items[k].operand =
            litmus_ir_folded(r, PROGRAM_FCONVERT, result.items[k].width, a.items[k].width, a.items[k].operand, nothing);
    litmus_ir_let_result(r, i, result);
    return true;
}

/* { significand, exponent } */
static bool read_frexp(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts a = litmus_ir_parts_at(r, i, 1), result = litmus_ir_new_parts(r, i->type, NULL);
    if (!litmus_ir_is_ieee(r->module, ir_type_of(r->module, litmus_ir_operand(r, i, 1))) || result.count != 2 * a.count)
        return false;
    for (uint32_t k = 0; k < a.count; k++) {
        struct litmus_part x = a.items[k], *exponent = &result.items[a.count + k];
        result.items[k].operand = litmus_ir_folded(r, PROGRAM_SIGNIFICAND, x.width, 0, x.operand, nothing);
        exponent->operand = litmus_ir_folded(r, PROGRAM_EXPONENT, exponent->width, x.width, x.operand, nothing);
    }
    litmus_ir_let_result(r, i, result);
    return true;
}

/* ---- values of the lanes of a wavefront ---- */

enum { MAX_LANES = MODEL_MAX_THREADS };

/* `absent`: what lanes give that do not come there. */
static struct program_operand exchange_with(struct litmus_ir_reader *r, struct program_operand value, uint32_t lane,
                                            struct program_operand absent) {
    uint32_t target = litmus_ir_temporary(r);
    struct program_instruction *instruction = litmus_ir_append(r, PROGRAM_EXCHANGE);
    instruction->a = value;
    instruction->c = absent;
    instruction->target = target;
    instruction->quorum = lane;
    instruction->barrier = ++r->exchanges;
    instruction->barrier_level = MMRA_SCOPE_WAVEFRONT;
    return program_in_register(target);
}

/* The values that the lanes of the wave give, and how many there are. A run may go on without some. */
static uint32_t exchange(struct litmus_ir_reader *r, struct program_operand value, struct program_operand absent,
                         struct program_operand lanes[MAX_LANES]) {
    const struct litmus_ir_grid *grid = r->grid;
    uint32_t count = 0;
    for (uint32_t n = 0; grid->is_shared && n < grid->subgroup && n < MAX_LANES; n++)
        lanes[count++] = exchange_with(r, value, n, absent);
    for (uint32_t t = 0; !grid->is_shared && t < grid->invocation_count && count < MAX_LANES; t++)
        if (grid->invocations[t].wave == grid->invocations[r->thread].wave) {
            lanes[count] = exchange_with(r, value, count, nothing);
            count++;
        }
    return count;
}

/* The number of the first lane that comes there: of a whole wave, lane 0. */
static struct program_operand first_lane(struct litmus_ir_reader *r) {
    struct program_operand lanes[MAX_LANES], first = program_constant(0);
    uint32_t count = r->grid->is_shared ? exchange(r, program_constant(1), program_constant(0), lanes) : 0;
    for (uint32_t n = count; n-- > 0;)
        first = litmus_ir_selected(r, 32, lanes[n], program_constant(n), first);
    return first;
}

static bool read_lane(struct litmus_ir_reader *r, const struct ir_instruction *i, bool first) {
    struct program_operand lanes[MAX_LANES];
    struct litmus_ir_parts value = litmus_ir_parts_at(r, i, 1), result = litmus_ir_new_parts(r, i->type, NULL);
    if (i->operand_count != (first ? 2u : 3u) || value.count != result.count)
        return false;
    const struct program_operand undefined = {PROGRAM_UNDEFINED, 0};
    struct litmus_part lane = {first ? first_lane(r) : litmus_ir_parts_at(r, i, 2).items[0].operand, 32};
    for (uint32_t k = 0; k < result.count; k++) {
        uint32_t count = exchange(r, value.items[k].operand, undefined, lanes);
        struct program_operand chosen = undefined;
        for (uint32_t n = 0; n < count; n++)
            chosen = litmus_ir_selected(
                r, result.items[k].width,
                litmus_ir_folded(r, PROGRAM_COMPARE + IR_EQ, 1, lane.width, lane.operand, program_constant(n)),
                lanes[n], chosen);
        result.items[k].operand = chosen;
    }
    litmus_ir_let_result(r, i, result);
    return true;
}

static bool read_ballot(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct program_operand lanes[MAX_LANES], all = program_constant(0);
    struct litmus_part bit = litmus_ir_parts_at(r, i, 1).items[0];
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    if (result.count != 1 || bit.width != 1)
        return false;
    uint8_t width = result.items[0].width;
    uint32_t count = exchange(r, bit.operand, program_constant(0), lanes);
    for (uint32_t n = 0; n < count; n++)
        all = litmus_ir_folded(r, PROGRAM_OR, width, 0, all,
                               litmus_ir_folded(r, PROGRAM_SHL, width, 0,
                                                litmus_ir_folded(r, PROGRAM_COPY, width, 1, lanes[n], nothing),
                                                program_constant(n)));
    result.items[0].operand = all;
    litmus_ir_let_result(r, i, result);
    return true;
}

/* A clock stands still here. */
static bool read_clock(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    for (uint32_t k = 0; k < result.count; k++)
        result.items[k].operand = program_constant(0);
    litmus_ir_let_result(r, i, result);
    return true;
}

bool litmus_ir_read_number(struct litmus_ir_reader *r, const struct ir_instruction *i, struct mmra_string name) {
    if (mmra_string_begins(name, "llvm.readcyclecounter") || mmra_string_begins(name, "llvm.readsteadycounter"))
        return read_clock(r, i);
    if (i->operand_count < 2)
        return false;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if (mmra_string_begins(name, rows[k].name))
            return read_row(r, i, &rows[k]);
    if (mmra_string_begins(name, IR_NAME_FPTRUNC_ROUND))
        return read_rounded(r, i);
    if (mmra_string_begins(name, "llvm.frexp."))
        return read_frexp(r, i);
    if (!r->grid)
        return false;
    if (mmra_string_begins(name, IR_NAME_READ_FIRST_LANE))
        return read_lane(r, i, true);
    if (mmra_string_begins(name, IR_NAME_READ_LANE) || mmra_string_begins(name, IR_NAME_WAVE_SHUFFLE))
        return read_lane(r, i, false);
    return mmra_string_begins(name, IR_NAME_BALLOT) && read_ballot(r, i);
}
