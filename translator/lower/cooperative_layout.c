/* Which invocation has which components of a cooperative matrix. SPV_KHR_cooperative_matrix leaves it to the
 * implementation. */
#include "translator/lower/cooperative.h"

#include <stdarg.h>
#include <stdio.h>

#include "spirv/later.h"
#include "translator/lower/numbers/subgroups.h"

/* ---- the processors' tiles ---- */

/* A tile of 16 x 16 as instructions take it. Each pair says which bit of the row's (r) or column's (c) number the next
 * bit of the lane, then of the index, is; "--": lanes that differ there have the same components. Sources: AMD's ISA
 * guides of RDNA 3 (7.9), RDNA 4 (7.12), CDNA 2 and CDNA 3 (7.1). Where A and B are multiplied, only the rows of A and
 * the columns of B have their place: which lane and index stand for which k is free, as long as it is the same in
 * both. It is chosen such that an invocation's components lie side by side in memory. */
static const struct tile {
    uint8_t matrices; /* enum processor_matrices */
    uint8_t wave, use;
    const char *lane, *index;
} tiles[] = {
    {PROCESSOR_WMMA_GFX11, 32, SPIRV_MATRIX_A, "r0r1r2r3--", "c0c1c2c3"},
    {PROCESSOR_WMMA_GFX11, 32, SPIRV_MATRIX_B, "c0c1c2c3--", "r0r1r2r3"},
    {PROCESSOR_WMMA_GFX11, 32, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r0", "r1r2r3"},
    {PROCESSOR_WMMA_GFX11, 64, SPIRV_MATRIX_A, "r0r1r2r3----", "c0c1c2c3"},
    {PROCESSOR_WMMA_GFX11, 64, SPIRV_MATRIX_B, "c0c1c2c3----", "r0r1r2r3"},
    {PROCESSOR_WMMA_GFX11, 64, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r0r1", "r2r3"},
    {PROCESSOR_WMMA_GFX12, 32, SPIRV_MATRIX_A, "r0r1r2r3c3", "c0c1c2"},
    {PROCESSOR_WMMA_GFX12, 32, SPIRV_MATRIX_B, "c0c1c2c3r3", "r0r1r2"},
    {PROCESSOR_WMMA_GFX12, 32, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r3", "r0r1r2"},
    {PROCESSOR_WMMA_GFX12, 64, SPIRV_MATRIX_A, "r0r1r2r3c2c3", "c0c1"},
    {PROCESSOR_WMMA_GFX12, 64, SPIRV_MATRIX_B, "c0c1c2c3r2r3", "r0r1"},
    {PROCESSOR_WMMA_GFX12, 64, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r3r2", "r0r1"},
    {PROCESSOR_MFMA_GFX90A, 64, SPIRV_MATRIX_A, "r0r1r2r3c2c3", "c0c1"},
    {PROCESSOR_MFMA_GFX90A, 64, SPIRV_MATRIX_B, "c0c1c2c3r2r3", "r0r1"},
    {PROCESSOR_MFMA_GFX90A, 64, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r2r3", "r0r1"},
    {PROCESSOR_MFMA_GFX94, 64, SPIRV_MATRIX_A, "r0r1r2r3c2c3", "c0c1"},
    {PROCESSOR_MFMA_GFX94, 64, SPIRV_MATRIX_B, "c0c1c2c3r2r3", "r0r1"},
    {PROCESSOR_MFMA_GFX94, 64, SPIRV_MATRIX_ACCUMULATOR, "c0c1c2c3r2r3", "r0r1"},
};

static const struct tile *find_tile(uint8_t matrices, uint32_t wave, uint32_t use) {
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        if (tiles[i].matrices == matrices && tiles[i].wave == wave && tiles[i].use == use)
            return &tiles[i];
    return NULL;
}

/* Reads the pairs, and gives how many there are. */
static uint8_t read_bits(const char *text, uint8_t *bits) {
    uint8_t count = 0;
    for (; *text; text += 2)
        bits[count++] =
            *text == '-' ? MATRIX_REPEATED : (uint8_t)((*text == 'r' ? MATRIX_ROW : MATRIX_COLUMN) + text[1] - '0');
    return count;
}

/* ---- any size ---- */

static void add_index_bits(struct matrix_distribution *out, uint32_t coordinate, uint32_t first, uint32_t end) {
    for (uint32_t bit = first; bit < end; bit++)
        out->index[out->index_bits++] = (uint8_t)(coordinate + bit);
}

/* Only so many of a row's or a column's bits are a lane's: as in a tile, with which it may be multiplied. */
static uint32_t add_lane_bits(struct matrix_distribution *out, uint32_t coordinate, uint32_t count, uint32_t most) {
    uint32_t added = 0;
    while (added < count && added < MATRIX_TILE_BITS && out->lane_bits < most)
        out->lane[out->lane_bits++] = (uint8_t)(coordinate + added++);
    return added;
}

/* A lane has whole rows of A, whole columns of B, and columns of an accumulator or parts of them. At least one bit is
 * the index's. The invocations of the host have the whole matrix each. */
static void distribute_plainly(uint32_t rows, uint32_t columns, uint32_t use, uint32_t lane_bits,
                               struct matrix_distribution *out) {
    uint32_t most = lane_bits < rows + columns - 1 ? lane_bits : rows + columns - 1;
    uint32_t row = 0, column = 0;
    if (use != SPIRV_MATRIX_A)
        column = add_lane_bits(out, MATRIX_COLUMN, columns, most);
    if (use != SPIRV_MATRIX_B)
        row = add_lane_bits(out, MATRIX_ROW, rows, most);
    while (out->lane_bits < lane_bits)
        out->lane[out->lane_bits++] = MATRIX_REPEATED;
    if (use == SPIRV_MATRIX_B && lane_bits)
        add_index_bits(out, MATRIX_ROW, row, rows);
    add_index_bits(out, MATRIX_COLUMN, column, columns);
    if (use != SPIRV_MATRIX_B || !lane_bits)
        add_index_bits(out, MATRIX_ROW, row, rows);
}

/* ---- what is asked ---- */

enum { MOST_INDEX_BITS = 10 };

/* The number of bits that count the rows or columns; 0: they are not supported. */
static uint32_t bits_of(uint32_t number) {
    for (uint32_t bits = 1; bits <= MATRIX_BITS; bits++)
        if (number == 1u << bits)
            return bits;
    return 0;
}

LOWERING_PRINTF(2, 3) static const char *say_refusal(struct lowering *l, const char *format, ...) {
    char text[320];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return arena_copy_string(l->arena, text, (size_t)length);
}

/* Logarithm of the invocations among which a matrix is distributed. */
static const char *find_wave(struct lowering *l, const struct processor *processor, uint32_t *wave) {
    *wave = subgroup_known_size(l);
    if (l->options->target != SMMRA_TARGET_AMDGCN)
        return NULL;
    if (!processor)
        return say_refusal(
            l, "a cooperative matrix needs the processor's name (%s), which decides what each invocation has of it",
            OPTION_NAME(l->options, MCPU));
    if (!*wave)
        return say_refusal(l, "a cooperative matrix in a shader that is no kernel needs the size of a wave (%s)",
                           OPTION_NAME(l->options, WAVE));
    return NULL;
}

/* Each subgroup has the whole of a workgroup's matrix, as if the scope were Subgroup; so it must be a whole one. */
static const char *find_subgroups(struct lowering *l, uint32_t wave) {
    if (l->has_shaders)
        return "a cooperative matrix of scope Workgroup in a shader that is no kernel is not supported";
    if (l->smallest_workgroup != l->largest_workgroup || (wave && l->largest_workgroup % wave))
        return say_refusal(
            l,
            "a cooperative matrix of scope Workgroup is supported where all workgroups of the module have the same size, which is a multiple of the subgroup's; translate each entry point by itself (%s), or choose another size of a wave (%s)",
            OPTION_NAME(l->options, ENTRY), OPTION_NAME(l->options, WAVE));
    return NULL;
}

const char *matrix_distribute(struct lowering *l, const struct spirv_type *type, struct matrix_distribution *out) {
    const struct processor *processor = processor_find(l->options->mcpu);
    uint32_t wave, rows = bits_of(type->rows), columns = bits_of(type->columns);
    *out = (struct matrix_distribution){0};
    if (type->scope != SpvScopeSubgroup && type->scope != SpvScopeWorkgroup)
        return "a cooperative matrix of another scope than Subgroup and Workgroup is not supported";
    if (type->use > SPIRV_MATRIX_ACCUMULATOR)
        return "a cooperative matrix of a use that is none of MatrixAKHR, MatrixBKHR and MatrixAccumulatorKHR";
    if (!rows || !columns)
        return "a cooperative matrix whose rows and columns are not powers of two from 2 to 256 is not supported";
    const char *refusal = find_wave(l, processor, &wave);
    if (!refusal && type->scope == SpvScopeWorkgroup)
        refusal = find_subgroups(l, wave);
    if (refusal)
        return refusal;
    const struct tile *tile = processor && wave ? find_tile(processor->matrices, wave, type->use) : NULL;
    if (tile && rows >= MATRIX_TILE_BITS && columns >= MATRIX_TILE_BITS) {
        out->lane_bits = read_bits(tile->lane, out->lane);
        out->tile_bits = out->index_bits = read_bits(tile->index, out->index);
        add_index_bits(out, MATRIX_COLUMN, MATRIX_TILE_BITS, columns);
        add_index_bits(out, MATRIX_ROW, MATRIX_TILE_BITS, rows);
    } else {
        distribute_plainly(rows, columns, type->use, wave == 64 ? 6 : wave == 32 ? 5 : 0, out);
    }
    return out->index_bits > MOST_INDEX_BITS
               ? "a cooperative matrix of which an invocation has more than 1024 components is not supported"
               : NULL;
}

struct matrix_distribution matrix_distribution_of(struct lowering *l, const struct spirv_type *type) {
    struct matrix_distribution matrix;
    const char *refusal = matrix_distribute(l, type, &matrix);
    if (refusal)
        FAIL_UNSUPPORTED(l, &l->current, "%%%u: %s", type->id, refusal);
    return matrix;
}

uint64_t matrix_bytes(struct lowering *l, const struct spirv_type *type) {
    struct matrix_distribution matrix;
    if (matrix_distribute(l, type, &matrix))
        return 0;
    return (uint64_t)matrix_length(&matrix) * (spirv_type_of_id(l->spirv, type->element)->width / 8);
}

uint32_t matrix_coordinate(const struct matrix_distribution *matrix, uint32_t index, uint32_t first) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < matrix->index_bits; i++)
        if (matrix->index[i] - first < MATRIX_BITS)
            number |= (index >> i & 1) << (matrix->index[i] - first);
    return number;
}
