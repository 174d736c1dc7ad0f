/* Products of cooperative matrices on the processors' matrix instructions: a row for each that LLVM has an intrinsic
 * for, of a processor those that add in 16 bits first. The operands' tiles lie as cooperative_layout.c says. */
#include <stdio.h>
#include <string.h>

#include "mmra/ir/ir_intrinsic.h"
#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"

/* The kind of a component. */
enum component { HALF, BFLOAT, SINGLE, BYTE, WORD, OTHER };

/* How the arguments are passed. */
enum form {
    FLOATS,        /* A, B, C */
    FLOATS_SELECT, /* A, B, C, and false: the accumulator is in the low halves */
    FLOATS_SPREAD, /* the same, with every component of C in a word of its own */
    INTEGERS,      /* whether A is signed, A, whether B is, B, C, and whether sums are saturated */
    MFMA           /* A, B, C, and three zeros: no broadcast of A, no permutation of B */
};

static const struct matrix_instruction {
    uint8_t matrices; /* enum processor_matrices */
    uint8_t factor, sum;
    uint8_t form;
    const char *name;
    bool is_overloaded;     /* on the types of C and A */
    uint8_t at_once;        /* components of A and B in an argument; 0: all of the tile's */
    uint8_t argument_bytes; /* of A and B, if they have more room than the components need */
} instructions[] = {
    {PROCESSOR_WMMA_GFX11, HALF, HALF, FLOATS_SPREAD, IR_NAME_WMMA "f16.16x16x16.f16", true, 0, 0},
    {PROCESSOR_WMMA_GFX11, BFLOAT, BFLOAT, FLOATS_SPREAD, IR_NAME_WMMA "bf16.16x16x16.bf16", true, 0, 0},
    {PROCESSOR_WMMA_GFX11, HALF, SINGLE, FLOATS, IR_NAME_WMMA "f32.16x16x16.f16", true, 0, 0},
    {PROCESSOR_WMMA_GFX11, BFLOAT, SINGLE, FLOATS, IR_NAME_WMMA "f32.16x16x16.bf16", true, 0, 0},
    {PROCESSOR_WMMA_GFX11, BYTE, WORD, INTEGERS, IR_NAME_WMMA "i32.16x16x16.iu8", true, 0, 0},
    {PROCESSOR_WMMA_GFX12, HALF, HALF, FLOATS_SELECT, IR_NAME_WMMA "f16.16x16x16.f16", true, 0, 0},
    {PROCESSOR_WMMA_GFX12, BFLOAT, BFLOAT, FLOATS_SELECT, IR_NAME_WMMA "bf16.16x16x16.bf16", true, 0, 0},
    {PROCESSOR_WMMA_GFX12, HALF, SINGLE, FLOATS, IR_NAME_WMMA "f32.16x16x16.f16", true, 0, 0},
    {PROCESSOR_WMMA_GFX12, BFLOAT, SINGLE, FLOATS, IR_NAME_WMMA "f32.16x16x16.bf16", true, 0, 0},
    {PROCESSOR_WMMA_GFX12, BYTE, WORD, INTEGERS, IR_NAME_WMMA "i32.16x16x16.iu8", true, 0, 0},
    {PROCESSOR_MFMA_GFX90A, HALF, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x16f16", false, 0, 0},
    {PROCESSOR_MFMA_GFX90A, BFLOAT, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x16bf16.1k", false, 0, 0},
    {PROCESSOR_MFMA_GFX90A, SINGLE, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x4f32", false, 1, 0},
    {PROCESSOR_MFMA_GFX90A, BYTE, WORD, MFMA, IR_NAME_MFMA "i32.16x16x16i8", false, 0, 0},
    {PROCESSOR_MFMA_GFX94, HALF, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x16f16", false, 0, 0},
    {PROCESSOR_MFMA_GFX94, BFLOAT, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x16bf16.1k", false, 0, 0},
    {PROCESSOR_MFMA_GFX94, SINGLE, SINGLE, MFMA, IR_NAME_MFMA "f32.16x16x4f32", false, 1, 0},
    /* of its 32 columns of A and rows of B half are zeros */
    {PROCESSOR_MFMA_GFX94, BYTE, WORD, MFMA, IR_NAME_MFMA "i32.16x16x32.i8", false, 0, 8},
};

static enum component component_of(struct lowering *l, const struct spirv_type *matrix) {
    const struct spirv_type *type = type_of(l, matrix->element);
    if (type->small_float)
        return type->small_float == SPIRV_BFLOAT16 ? BFLOAT : OTHER;
    if (type->opcode == SpvOpTypeFloat)
        return type->width == 16 ? HALF : type->width == 32 ? SINGLE : OTHER;
    return type->width == 8 ? BYTE : type->width == 32 ? WORD : OTHER;
}

/* A row that adds in 32 bits stands in where no row adds in the 16-bit floats of the sum: its result is rounded once
 * more then, as plain arithmetic's is. */
static bool adds_to(const struct matrix_instruction *instruction, enum component sum) {
    return instruction->sum == sum || (instruction->sum == SINGLE && (sum == HALF || sum == BFLOAT));
}

/* MFMA's integers are signed and wrap around; WMMA's saturate as signed ones. */
static bool has_operands(const struct matrix_instruction *instruction, uint32_t operands) {
    bool saturates = operands & SPIRV_MATRIX_SATURATING_ACCUMULATION;
    if (instruction->form == MFMA && instruction->sum == WORD)
        return !saturates && operands & SPIRV_MATRIX_A_SIGNED && operands & SPIRV_MATRIX_B_SIGNED;
    return !saturates || operands & SPIRV_MATRIX_RESULT_SIGNED;
}

static const struct matrix_instruction *find_instruction(struct lowering *l, const struct matrix_product *product) {
    const struct processor *processor = processor_find(l->options->mcpu);
    enum component factor = component_of(l, product->a_type), sum = component_of(l, product->result_type);
    bool has_tiles = product->a_at.tile_bits && product->b_at.tile_bits && product->c_at.tile_bits;
    if (!has_tiles || component_of(l, product->b_type) != factor)
        return NULL;
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        const struct matrix_instruction *instruction = &instructions[i];
        if (instruction->matrices == processor->matrices && instruction->factor == factor &&
            adds_to(instruction, sum) && has_operands(instruction, product->operands))
            return instruction;
    }
    return NULL;
}

/* ---- arguments ---- */

static ir_value constant(struct lowering *l, uint32_t width, uint64_t value) {
    return ir_integer(l->ir, ir_type_integer(l->ir, width), value);
}

/* Bytes are passed in words; missing ones are zeros. */
static ir_value pack_factor(struct lowering *l, const struct matrix_instruction *instruction, ir_value part) {
    ir_type type = ir_type_of(l->ir, part);
    if (instruction->factor != BYTE)
        return part;
    uint32_t bits = 8 * type_count_of(l, type);
    ir_type word = ir_type_integer(l->ir, bits > 32 ? 32 : bits);
    part = emit1(l, IR_BITCAST, bits > 32 ? ir_type_vector(l->ir, word, bits / 32) : word, part);
    if (instruction->argument_bytes * 8u > bits)
        part = emit1(l, IR_ZEXT, ir_type_integer(l->ir, instruction->argument_bytes * 8u), part);
    return part;
}

/* Every component in the low half of a word of its own, and back. */
static ir_value spread(struct lowering *l, ir_value sum) {
    uint32_t count = type_count_of(l, ir_type_of(l->ir, sum)), mask[MATRIX_TILE];
    for (uint32_t i = 0; i < 2 * count; i++)
        mask[i] = i % 2 ? count : i / 2; /* zeros between them */
    return emit_shuffle(l, sum, ir_zero(l->ir, ir_type_of(l->ir, sum)), mask, 2 * count);
}

static ir_value gather(struct lowering *l, ir_value sum) {
    uint32_t count = type_count_of(l, ir_type_of(l->ir, sum)) / 2, mask[MATRIX_TILE];
    for (uint32_t i = 0; i < count; i++)
        mask[i] = 2 * i;
    return emit_shuffle(l, sum, sum, mask, count);
}

static const char *complete_name(struct lowering *l, const struct matrix_instruction *instruction, ir_value sum,
                                 ir_value factor) {
    if (!instruction->is_overloaded)
        return instruction->name;
    const char *name = intrinsic_overloaded_name(l, instruction->name, ir_type_of(l->ir, sum));
    return intrinsic_overloaded_name(l, name, ir_type_of(l->ir, factor));
}

/* One instruction: the sum of a tile, or of part of its columns of A and rows of B, and what was before. */
static ir_value emit_instruction_of(struct lowering *l, const struct matrix_instruction *instruction, uint32_t operands,
                                    ir_value a, ir_value b, ir_value sum) {
    ir_value arguments[6];
    uint32_t count = 0;
    if (instruction->form == INTEGERS)
        arguments[count++] = constant(l, 1, (operands & SPIRV_MATRIX_A_SIGNED) != 0);
    arguments[count++] = a;
    if (instruction->form == INTEGERS)
        arguments[count++] = constant(l, 1, (operands & SPIRV_MATRIX_B_SIGNED) != 0);
    arguments[count++] = b;
    arguments[count++] = sum;
    if (instruction->form == INTEGERS)
        arguments[count++] = constant(l, 1, (operands & SPIRV_MATRIX_SATURATING_ACCUMULATION) != 0);
    if (instruction->form == FLOATS_SELECT || instruction->form == FLOATS_SPREAD)
        arguments[count++] = constant(l, 1, 0);
    for (uint32_t i = 0; i < 3 && instruction->form == MFMA; i++)
        arguments[count++] = constant(l, 32, 0);
    return emit_intrinsic(l, complete_name(l, instruction, sum, a), ir_type_of(l->ir, sum), arguments, count,
                          IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN |
                              IR_FUNCTION_READNONE);
}

/* ---- tiles ---- */

/* A tile's components; tiles follow each other by column, then by row. */
static ir_value tile_of(struct lowering *l, ir_value matrix, const struct spirv_type *type,
                        const struct matrix_distribution *at, uint32_t row, uint32_t column) {
    uint32_t length = 1u << at->tile_bits;
    return matrix_part(l, matrix, (row * (type->columns / MATRIX_TILE) + column) * length, length);
}

static ir_value add_tile(struct lowering *l, const struct matrix_instruction *instruction, uint32_t operands,
                         ir_value a, ir_value b, ir_value sum) {
    uint32_t length = type_count_of(l, ir_type_of(l->ir, a));
    uint32_t step = instruction->at_once ? instruction->at_once : length;
    for (uint32_t i = 0; i < length; i += step) {
        ir_value second = pack_factor(l, instruction, matrix_part(l, b, i, step));
        ir_value first = pack_factor(l, instruction, matrix_part(l, a, i, step));
        sum = emit_instruction_of(l, instruction, operands, first, second, sum);
    }
    return sum;
}

ir_value matrix_multiply_by_tiles(struct lowering *l, const struct matrix_product *product) {
    const struct matrix_instruction *instruction = find_instruction(l, product);
    if (!instruction)
        return 0;
    const struct spirv_type *component = type_of(l, product->result_type->element);
    ir_type result = lower_type(l, component->id);
    ir_type summed = instruction->sum == SINGLE ? ir_type_simple(l->ir, IR_TYPE_FLOAT) : result;
    ir_value c = matrix_convert(l, product->c, type_of(l, product->c_type->element), summed,
                                product->operands & SPIRV_MATRIX_C_SIGNED);
    uint32_t rows = product->result_type->rows / MATRIX_TILE, columns = product->result_type->columns / MATRIX_TILE;
    ir_value *sums = arena_allocate_array(l->arena, (size_t)rows * columns, sizeof *sums);
    for (uint32_t i = 0; i < rows * columns; i++) {
        ir_value sum = tile_of(l, c, product->c_type, &product->c_at, i / columns, i % columns);
        if (instruction->form == FLOATS_SPREAD)
            sum = spread(l, sum);
        for (uint32_t k = 0; k < product->a_type->columns / MATRIX_TILE; k++) {
            ir_value b = tile_of(l, product->b, product->b_type, &product->b_at, k, i % columns);
            ir_value a = tile_of(l, product->a, product->a_type, &product->a_at, i / columns, k);
            sum = add_tile(l, instruction, product->operands, a, b, sum);
        }
        sums[i] = instruction->form == FLOATS_SPREAD ? gather(l, sum) : sum;
    }
    return matrix_convert_to(l, matrix_join(l, sums, rows * columns), component, true);
}
