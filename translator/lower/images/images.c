/* Values of images and samplers (SPIR-V 3.49.10). Descriptors are loaded where the module loads them, those chosen
 * from an array where they are used (descriptors.h). */
#include "translator/lower/images/images.h"

#include "translator/lower/expression.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

ir_value image_load_descriptor(struct lowering *l, spirv_id id, ir_value address) {
    ir_type type = lower_type(l, id);
    if (ir_type_get(l->ir, type)->kind != IR_TYPE_STRUCT)
        return emit_descriptor_load(l, type, address, 16);
    const struct ir_type_info *both = ir_type_get(l->ir, type);
    ir_type parts[2] = {both->members[0], both->members[1]};
    uint32_t sampler_offset = l->sampler_offset ? l->sampler_offset : IMAGE_DESCRIPTOR_BYTES;
    ir_value image = emit_descriptor_load(l, parts[0], address, 16);
    ir_value sampler = emit_descriptor_load(l, parts[1], emit_offset(l, address, sampler_offset), 16);
    return emit_struct(l, type, image, sampler);
}

struct image image_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    ir_value value = lower_operand(l, in, index);
    const struct spirv_type *type = type_of_operand(l, in->operands[index]);
    struct image image = {.type = type, .descriptor = value};
    if (type->opcode == SpvOpTypeSampledImage) {
        image.type = type_of(l, type->element);
        if (!is_texel_buffer(image.type)) {
            image.descriptor = emit_extract_value(l, value, 0);
            image.sampler = emit_extract_value(l, value, 1);
        }
    }
    if (image.type->opcode != SpvOpTypeImage)
        FAIL_INVALID(l, in, "operand %u (%%%u) is not an image", index + 1, in->operands[index]);
    return image;
}

uint32_t image_spatial_count(const struct image *image) {
    switch (image->type->dim) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1;
    case SpvDim2D:
    case SpvDimSubpassData:
        return 2;
    default:
        return 3;
    }
}

void lower_op_sampled_image(struct lowering *l, const struct spirv_instruction *in) {
    struct image image = image_operand(l, in, 0);
    ir_type type = lower_type(l, in->type);
    if (is_texel_buffer(image.type)) {
        lower_result(l, in, image.descriptor);
        return;
    }
    ir_value sampler = lower_operand_of_type(l, in, 1, image_texel_type(l));
    if (type_of(l, in->type)->opcode != SpvOpTypeSampledImage)
        FAIL_INVALID(l, in, "its type is not a sampled image");
    lower_result(l, in, emit_struct(l, type, image.descriptor, sampler));
}

void lower_op_image(struct lowering *l, const struct spirv_instruction *in) {
    lower_result(l, in, image_operand(l, in, 0).descriptor);
}
