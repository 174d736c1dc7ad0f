/* Tensor layouts and views (SPV_NV_tensor_addressing, 3.X "Tensor Layout and View"). A value is an IR vector of its
 * numbers of 32 bits: parts of one number for each dimension, and what there is once after them. */
#ifndef TRANSLATOR_TENSOR_H
#define TRANSLATOR_TENSOR_H

#include "spirv/later.h"
#include "translator/lower/lowering.h"

enum tensor_part {
    TENSOR_BLOCK_SIZE, /* of a layout */
    TENSOR_DIMENSION,
    TENSOR_STRIDE,
    TENSOR_OFFSET,
    TENSOR_SPAN,
    TENSOR_CLAMP_VALUE, /* one number, for all dimensions; it begins where the next part would */
    TENSOR_VIEW_DIMENSION = 0,
    TENSOR_VIEW_STRIDE,
    TENSOR_CLIP /* four numbers: ClipRowOffset, ClipRowSpan, ClipColOffset, ClipColSpan */
};

/* Flag of a row: the result is a view. */
enum { TENSOR_IS_VIEW = 1 };

/* Numbers of a part of a layout or a view. */
static inline uint32_t tensor_part_numbers(const struct spirv_type *type, uint32_t part) {
    bool is_view = type->opcode == SPIRV_TYPE_TENSOR_VIEW;
    uint32_t last = is_view ? TENSOR_CLIP : TENSOR_CLAMP_VALUE;
    return part != last ? type->count : is_view ? 4 : 1;
}
/* Components of the vector, a power of two: those that are too many are 0. */
static inline uint32_t tensor_numbers(const struct spirv_type *type) {
    uint32_t last = type->opcode == SPIRV_TYPE_TENSOR_VIEW ? TENSOR_CLIP : TENSOR_CLAMP_VALUE, numbers = 1;
    while (numbers < last * type->count + tensor_part_numbers(type, last))
        numbers *= 2;
    return numbers;
}
/* The number of a part with this index; of a part that each dimension has, the index is the dimension's. */
ir_value tensor_number(struct lowering *l, const struct spirv_type *type, ir_value tensor, enum tensor_part part,
                       uint32_t index);

#endif
