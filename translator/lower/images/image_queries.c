/* Queries of images (SPIR-V 3.49.10): they look at the descriptor alone, and are no accesses of memory. */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/values.h"

/* The first components of a size, or a number, as the result's type has them. */
static void finish_query(struct lowering *l, const struct spirv_instruction *in, ir_value answer) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    uint32_t count = type_count_of(l, type);
    if (count > type_count_of(l, ir_type_of(l->ir, answer)))
        FAIL_INVALID(l, in, "the result has %u components", count);
    if (count == 1)
        answer = emit_splat(l, emit_extract_element(l, answer, 0), type);
    else if (count < type_count_of(l, ir_type_of(l->ir, answer)))
        answer = emit_shuffle(l, answer, answer, (uint32_t[]){0, 1, 2}, count);
    lower_result(l, in, emit_integer_resize(l, answer, type_width_of(l, type), false));
}

void lower_op_image_query_size(struct lowering *l, const struct spirv_instruction *in) {
    bool has_lod = l->row->detail;
    struct image image = image_operand(l, in, 0);
    ir_value lod = 0;
    if (has_lod && in->operand_count > 1)
        image_integer_components(l, in->operands[1], &lod, 1);
    finish_query(l, in, l->target->images->size(l, &image, lod));
}

void lower_op_image_query_levels(struct lowering *l, const struct spirv_instruction *in) {
    struct image image = image_operand(l, in, 0);
    finish_query(l, in, l->target->images->levels(l, &image));
}

void lower_op_image_query_samples(struct lowering *l, const struct spirv_instruction *in) {
    struct image image = image_operand(l, in, 0);
    finish_query(l, in, l->target->images->samples(l, &image));
}
