/* Vectors and matrices; packed dot products of integers. */
#include <stdio.h>

#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

void grid_note_estimate(struct grid_reader *g, const struct spirv_instruction *in) {
    char text[160];
    if (g->litmus->estimate)
        return;
    snprintf(text, sizeof text, "%s %s", spirv_opcode_name(in->opcode), in->result ? grid_name(g, in->result) : "");
    g->litmus->estimate = arena_copy_string(g->arena, text, strlen(text));
}

/* Programs round to nearest and keep denormal numbers, whatever an entry point asks for. */
void grid_note_float_modes(struct grid_reader *g) {
    static const struct {
        uint16_t mode;
        const char *name;
    } others[] = {{SpvExecutionModeRoundingModeRTZ, "OpExecutionMode RoundingModeRTZ"},
                  {SpvExecutionModeDenormFlushToZero, "OpExecutionMode DenormFlushToZero"}};
    for (uint32_t i = 0; i < g->module->execution_mode_count; i++)
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            if (g->module->execution_modes[i].mode == others[k].mode && !g->litmus->estimate)
                g->litmus->estimate = others[k].name;
}

/* ---- vectors and matrices: columns, one after the other ---- */

struct program_operand grid_dot(struct grid_reader *g, const struct litmus_part *a, const struct litmus_part *b,
                                uint32_t count) {
    struct program_operand sum = nothing;
    for (uint32_t i = 0; i < count; i++) {
        struct program_operand product = grid_compute(g, PROGRAM_FMUL, a[i].width, 0, a[i].operand, b[i].operand);
        sum = i ? grid_compute(g, PROGRAM_FADD, a[i].width, 0, sum, product) : product;
    }
    return sum;
}

/* Element `row` of the product of a matrix, of so many rows, and a vector. */
static struct program_operand row_times(struct grid_reader *g, const struct litmus_part *matrix, uint32_t rows,
                                        uint32_t row, const struct litmus_part *vector, uint32_t count) {
    struct litmus_part picked[4];
    for (uint32_t k = 0; k < count && k < 4; k++)
        picked[k] = matrix[k * rows + row];
    return grid_dot(g, picked, vector, count < 4 ? count : 4);
}

static uint32_t rows_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    if (!type || (type->opcode != SpvOpTypeMatrix && type->opcode != SpvOpTypeVector))
        grid_refuse(g, in, "its operand %s is no matrix and no vector", grid_name(g, id));
    return type->opcode == SpvOpTypeVector ? type->count : grid_type(g, in, type->element)->count;
}

/* The components of an operand as numbers that are computed with. */
static struct grid_value numbers_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    struct grid_value value = grid_value_of(g, in, id);
    enum spirv_small_float format = grid_small_float(g, spirv_type_of_value(g->module, id));
    if (!format)
        return value;
    struct litmus_part *parts = arena_allocate_array(g->arena, value.count + 1, sizeof *parts);
    for (uint32_t i = 0; i < value.count; i++)
        parts[i] = grid_from_small(g, format, value.parts[i]);
    value.parts = parts;
    return value;
}

static void dot(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a = numbers_of(g, in, in->operands[0]), b = numbers_of(g, in, in->operands[1]);
    struct program_operand sum = grid_dot(g, a.parts, b.parts, a.count < b.count ? a.count : b.count);
    enum spirv_small_float format = grid_small_float(g, grid_type(g, in, in->type));
    grid_set_operand(g, in, format ? grid_to_small(g, in, format, sum) : sum);
}

static void vector_times_matrix(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value vector = grid_value_of(g, in, in->operands[0]), m = grid_value_of(g, in, in->operands[1]);
    uint32_t rows = rows_of(g, in, in->operands[1]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < result.count && (k + 1) * rows <= m.count && rows <= vector.count; k++)
        result.parts[k].operand = grid_dot(g, vector.parts, m.parts + (size_t)k * rows, rows);
    grid_set_result(g, in, result);
}

/* A matrix times the columns of another, or one vector. */
static void matrix_times(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value m = grid_value_of(g, in, in->operands[0]), other = grid_value_of(g, in, in->operands[1]);
    uint32_t rows = rows_of(g, in, in->operands[0]), inner = rows_of(g, in, in->operands[1]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    if (rows * inner != m.count || result.count / rows * inner != other.count)
        grid_refuse(g, in, "its operands do not fit its type");
    for (uint32_t i = 0; i < result.count; i++)
        result.parts[i].operand =
            row_times(g, m.parts, rows, i % rows, other.parts + (size_t)(i / rows) * inner, inner);
    grid_set_result(g, in, result);
}

static void outer_product(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value a = grid_value_of(g, in, in->operands[0]), b = grid_value_of(g, in, in->operands[1]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i / a.count < b.count; i++)
        result.parts[i].operand = grid_compute(g, PROGRAM_FMUL, result.parts[i].width, 0, a.parts[i % a.count].operand,
                                               b.parts[i / a.count].operand);
    grid_set_result(g, in, result);
}

static void transpose(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value m = grid_value_of(g, in, in->operands[0]);
    uint32_t rows = rows_of(g, in, in->operands[0]), columns = m.count / rows;
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < m.count; i++)
        result.parts[i] = m.parts[i % columns * rows + i / columns];
    grid_set_result(g, in, result);
}

/* ---- packed dot products: vectors of integers, or four bytes of one ---- */

#define DOT_ROW(...) {__VA_ARGS__},
static const struct dot_row {
    uint16_t opcode;
    bool first_signed, second_signed, saturates;
} dots[] = {SPIRV_DOT_ROWS(DOT_ROW)};

static struct program_operand widened(struct grid_reader *g, struct litmus_part part, bool is_signed) {
    return grid_compute(g, is_signed ? PROGRAM_SEXT : PROGRAM_COPY, 64, part.width, part.operand, nothing);
}

static struct grid_value elements_of(struct grid_reader *g, struct grid_value value, bool packed) {
    if (!packed)
        return value;
    struct grid_value bytes = {.count = 4, .parts = arena_allocate_array(g->arena, 4, sizeof *bytes.parts)};
    for (uint32_t i = 0; i < 4; i++) {
        struct program_operand shifted =
            grid_compute(g, PROGRAM_LSHR, 32, 0, value.parts[0].operand, program_constant(8 * i));
        bytes.parts[i] = grid_part(grid_compute(g, PROGRAM_COPY, 8, 32, shifted, nothing), 8);
    }
    return bytes;
}

/* The sum, of 64 bits, cut to what so many bits hold. */
static struct program_operand saturated(struct grid_reader *g, struct program_operand sum, bool is_signed, uint8_t w) {
    uint64_t high = is_signed ? (UINT64_C(1) << (w - 1)) - 1 : w < 64 ? (UINT64_C(1) << w) - 1 : UINT64_MAX;
    struct program_operand most = program_constant(high), least = program_constant(is_signed ? ~high : 0);
    struct program_operand over = grid_compute(g, PROGRAM_COMPARE + (is_signed ? IR_SGT : IR_UGT), 1, 64, sum, most);
    sum = grid_select(g, 64, over, most, sum);
    struct program_operand under =
        is_signed ? grid_compute(g, PROGRAM_COMPARE + IR_SLT, 1, 64, sum, least) : program_constant(0);
    return grid_select(g, 64, under, least, sum);
}

struct program_operand grid_saturating_sum(struct grid_reader *g, struct program_operand a, struct program_operand b,
                                           bool is_signed, uint8_t w) {
    struct program_operand sum = grid_compute(g, PROGRAM_ADD, 64, 0, widened(g, grid_part(a, w), is_signed),
                                              widened(g, grid_part(b, w), is_signed));
    return grid_compute(g, PROGRAM_COPY, w, 64, saturated(g, sum, is_signed, w), nothing);
}

static void integer_dot(struct grid_reader *g, const struct spirv_instruction *in, const void *known) {
    const struct dot_row *row = known;
    const struct spirv_type *type = spirv_type_of_value(g->module, in->operands[0]);
    bool packed = type && type->opcode == SpvOpTypeInt;
    struct grid_value a = elements_of(g, grid_value_of(g, in, in->operands[0]), packed);
    struct grid_value b = elements_of(g, grid_value_of(g, in, in->operands[1]), packed);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    uint8_t w = result.parts[0].width;
    struct program_operand sum = program_constant(0);
    for (uint32_t i = 0; i < a.count && i < b.count; i++)
        sum = grid_compute(g, PROGRAM_ADD, 64, 0, sum,
                           grid_compute(g, PROGRAM_MUL, 64, 0, widened(g, a.parts[i], row->first_signed),
                                        widened(g, b.parts[i], row->second_signed)));
    if (row->saturates && w > 32)
        grid_refuse(g, in, "a saturating dot product of more than 32 bits");
    sum = grid_compute(g, PROGRAM_COPY, w, 64, sum, nothing); /* the product itself wraps */
    if (row->saturates)
        sum = grid_saturating_sum(g, sum, grid_value_of(g, in, in->operands[2]).parts[0].operand, row->first_signed, w);
    result.parts[0].operand = sum;
    grid_set_result(g, in, result);
}

/* A clock tells nothing of what it is asked about: here it stands still. */
static void read_clock(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count; i++)
        result.parts[i].operand = program_constant(0);
    grid_set_result(g, in, result);
}

static const struct grid_row exact[] = {{SpvOpOuterProduct, outer_product}, {SpvOpTranspose, transpose}};
static const struct grid_row estimates[] = {{SpvOpReadClockKHR, read_clock},
                                            {SpvOpDot, dot},
                                            {SpvOpVectorTimesMatrix, vector_times_matrix},
                                            {SpvOpMatrixTimesVector, matrix_times},
                                            {SpvOpMatrixTimesMatrix, matrix_times}};

static void estimate(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    grid_compile_row(g, in, row);
    grid_note_estimate(g, in);
}

const struct grid_table grid_number_tables[] = {
    GRID_ROWS(exact), GRID_TABLE(estimates, estimate), GRID_TABLE(dots, integer_dot), {NULL}};
