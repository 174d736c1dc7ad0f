/* Types of images and samplers, and their descriptors (SPIR-V 3.49.10). A descriptor is a value as it lies in memory:
 * eight dwords of an image, four of a texel buffer or a sampler; a sampled image is a struct of both. One of a texel
 * buffer, which needs no sampler, is the texel buffer. */
#include "translator/lower/images/images.h"
#include "translator/lower/types.h"

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

uint32_t image_kind_bytes(smmra_resource_kind kind) {
    static const uint32_t bytes[DESCRIPTOR_KINDS] = {
        [SMMRA_RESOURCE_STORAGE_IMAGE] = IMAGE_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_SAMPLED_IMAGE] = IMAGE_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_INPUT_ATTACHMENT] = IMAGE_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_SAMPLER] = SAMPLER_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER] = IMAGE_DESCRIPTOR_BYTES + SAMPLER_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER] = TEXEL_BUFFER_DESCRIPTOR_BYTES,
        [SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER] = TEXEL_BUFFER_DESCRIPTOR_BYTES};
    return bytes[kind];
}

uint32_t image_descriptor_bytes(struct lowering *l, const struct spirv_type *type) {
    smmra_resource_kind kind = image_resource_kind(l, type);
    return l->descriptor_strides[kind] ? l->descriptor_strides[kind] : image_kind_bytes(kind);
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

bool image_has_derivatives(const struct lowering *l) {
    return l->has_quads || spirv_has_capability(l->spirv, SpvCapabilityComputeDerivativeGroupQuadsNV) ||
           spirv_has_capability(l->spirv, SpvCapabilityComputeDerivativeGroupLinearNV);
}
