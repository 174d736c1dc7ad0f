/* Cooperative matrices (SPV_KHR_cooperative_matrix). A matrix value is an IR vector: the components that an invocation
 * has of it. Which ones is the distribution: a table row of the processor, or the rule for plain arithmetic
 * (cooperative_layout.c). Load, store, length and multiplication all ask it; element-wise instructions need not. */
#ifndef TRANSLATOR_COOPERATIVE_H
#define TRANSLATOR_COOPERATIVE_H

#include "translator/lower/lowering.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

/* A bit of a row's or a column's number; bits of lanes among which a component is repeated have none. */
enum { MATRIX_ROW = 0, MATRIX_COLUMN = 8, MATRIX_REPEATED = 16, MATRIX_BITS = 8 };

/* Bit n of the lane, or of the index into the invocation's vector, is this bit of a row's or column's number. */
struct matrix_distribution {
    uint8_t lane_bits, index_bits;
    uint8_t lane[6], index[2 * MATRIX_BITS];
    uint8_t tile_bits; /* of the index: within a tile of the processor's instruction; 0: it has none for this size */
};

/* The sizes that the table's tiles have. */
enum { MATRIX_TILE = 16, MATRIX_TILE_BITS = 4 };

/* Gives how a type is distributed; else the result is the reason why it is not supported, and not NULL. */
const char *matrix_distribute(struct lowering *l, const struct spirv_type *type, struct matrix_distribution *out);
/* The same; fails with the reason. */
struct matrix_distribution matrix_distribution_of(struct lowering *l, const struct spirv_type *type);
static inline uint32_t matrix_length(const struct matrix_distribution *matrix) {
    return 1u << matrix->index_bits;
}
/* Bytes of what an invocation has of a matrix; 0: it is not supported. */
uint64_t matrix_bytes(struct lowering *l, const struct spirv_type *type);
/* One scalar in all components. */
ir_value matrix_splat(struct lowering *l, const struct spirv_type *type, ir_value scalar);

/* A store of a matrix to memory stands between the two: they wait, and choose who stores (cooperative.c). */
struct matrix_writer {
    const struct spirv_type *type;
    struct guard one; /* of a workgroup the subgroup that stores */
};
struct matrix_writer matrix_begin_store(struct lowering *l, const struct spirv_instruction *in,
                                        const struct spirv_type *type);
void matrix_end_store(struct lowering *l, const struct matrix_writer *writer);
/* The value with its bits at other places: bit n goes to bit to[n]; bits of which that is no bit of 32 are dropped. */
ir_value matrix_move_bits(struct lowering *l, ir_value value, const uint8_t *to, uint32_t count);
/* What the index contributes to the number of the row or column (`first`: MATRIX_ROW or MATRIX_COLUMN). */
uint32_t matrix_coordinate(const struct matrix_distribution *matrix, uint32_t index, uint32_t first);

/* The lane's part of that number, as an i32. */
ir_value matrix_lane_coordinate(struct lowering *l, const struct matrix_distribution *matrix, uint32_t first);
/* The vectors of other lanes: narrow components move as words of several (cooperative_product.c). */
ir_value matrix_of_lanes(struct lowering *l, const struct spirv_instruction *in, ir_value vector, ir_value lane);
/* The operand of a conversion whose result has another use: the same components where the result has its own
 * (cooperative_changes.c). Any other operand stays as it is. */
ir_value matrix_change_use(struct lowering *l, const struct spirv_instruction *in, ir_value value);

/* A x B + C on the processor's own instruction; 0: it has none for these types (cooperative_instructions.c). */
struct matrix_product {
    const struct spirv_type *a_type, *b_type, *c_type, *result_type;
    struct matrix_distribution a_at, b_at, c_at;
    ir_value a, b, c;
    uint32_t operands; /* Cooperative Matrix Operands */
};
ir_value matrix_multiply_by_tiles(struct lowering *l, const struct matrix_product *product);
/* `count` components from `first` on. */
ir_value matrix_part(struct lowering *l, ir_value vector, uint32_t first, uint32_t count);
/* Vectors of the same length as one; the number is a power of two. They are overwritten. */
ir_value matrix_join(struct lowering *l, ir_value *parts, uint32_t count);
/* A component type's values as those of another: an integer extended as said, a float rounded to nearest even. Of the
 * type that is computed with, and to that of a matrix. */
ir_value matrix_convert(struct lowering *l, ir_value value, const struct spirv_type *component, ir_type scalar,
                        bool is_signed);
ir_value matrix_convert_to(struct lowering *l, ir_value value, const struct spirv_type *component, bool is_signed);

#endif
