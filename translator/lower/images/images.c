/* Types of images and samplers, and their descriptors (SPIR-V 3.49.10). A descriptor is a value as it lies in memory:
 * eight dwords of an image, four of a texel buffer or a sampler; a sampled image is a struct of both. One of a texel
 * buffer, which needs no sampler, is the texel buffer. Descriptors are loaded where the module loads them, those chosen
 * from an array where they are used (descriptors.h). */
#include "translator/lower/images/images.h"

#include "translator/lower/expression.h"
#include "translator/lower/handlers.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

ir_type image_texel_type(struct lowering *l) {
    return ir_type_vector(l->ir, i32_type(l), 4);
}

static void require_dimension(struct lowering *l, const struct spirv_type *image) {
    switch (image->dim) {
    case SpvDim1D:
    case SpvDim2D:
    case SpvDim3D:
    case SpvDimCube:
    case SpvDimBuffer:
        return;
    case SpvDimRect:
        FAIL_UNSUPPORTED(l, &l->current, "images of dimension Rect (%%%u) are not supported: Vulkan has none",
                         image->id);
    case SpvDimSubpassData:
        if (l->has_quads)
            return;
        FAIL_UNSUPPORTED(l, &l->current,
                         "input attachments (%%%u, SubpassData) are not supported: fragment shaders alone have them",
                         image->id);
    default:
        FAIL_UNSUPPORTED(l, &l->current, "images of dimension %u (%%%u) are not supported", image->dim, image->id);
    }
}

static bool is_texel_buffer(const struct spirv_type *image) {
    return image->dim == SpvDimBuffer;
}

ir_type image_type(struct lowering *l, const struct spirv_type *type) {
    ir_type sampler = image_texel_type(l);
    if (type->opcode == SpvOpTypeSampler)
        return sampler;
    if (type->opcode == SpvOpTypeImage) {
        require_dimension(l, type);
        return is_texel_buffer(type) ? sampler : ir_type_vector(l->ir, i32_type(l), 8);
    }
    if (type_of(l, type->element)->opcode != SpvOpTypeImage)
        FAIL_INVALID(l, &l->current, "%%%u is a sampled image of %%%u, which is not an image", type->id, type->element);
    ir_type image = lower_type(l, type->element);
    if (is_texel_buffer(type_of(l, type->element)))
        return image;
    return ir_type_struct(l->ir, (ir_type[]){image, sampler}, 2);
}

uint32_t image_descriptor_bytes(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeSampler)
        return SAMPLER_DESCRIPTOR_BYTES;
    if (type->opcode == SpvOpTypeImage)
        return is_texel_buffer(type) ? TEXEL_BUFFER_DESCRIPTOR_BYTES : IMAGE_DESCRIPTOR_BYTES;
    uint32_t image = image_descriptor_bytes(l, type_of(l, type->element));
    return image == TEXEL_BUFFER_DESCRIPTOR_BYTES ? image : image + SAMPLER_DESCRIPTOR_BYTES;
}

smmra_resource_kind image_resource_kind(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeSampler)
        return SMMRA_RESOURCE_SAMPLER;
    bool combined = type->opcode == SpvOpTypeSampledImage;
    if (combined)
        type = type_of(l, type->element);
    bool storage = type->sampled == 2;
    if (type->dim == SpvDimSubpassData)
        return SMMRA_RESOURCE_INPUT_ATTACHMENT;
    if (is_texel_buffer(type))
        return storage ? SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER : SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER;
    return combined  ? SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER
           : storage ? SMMRA_RESOURCE_STORAGE_IMAGE
                     : SMMRA_RESOURCE_SAMPLED_IMAGE;
}

bool image_is_opaque_type(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeImage || type->opcode == SpvOpTypeSampler || type->opcode == SpvOpTypeSampledImage;
}

ir_value image_load_descriptor(struct lowering *l, spirv_id id, ir_value address) {
    ir_type type = lower_type(l, id);
    if (ir_type_get(l->ir, type)->kind != IR_TYPE_STRUCT)
        return emit_descriptor_load(l, type, address, 16);
    const struct ir_type_info *both = ir_type_get(l->ir, type);
    ir_type parts[2] = {both->members[0], both->members[1]};
    ir_value image = emit_descriptor_load(l, parts[0], address, 16);
    ir_value sampler = emit_descriptor_load(l, parts[1], emit_offset(l, address, IMAGE_DESCRIPTOR_BYTES), 16);
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
